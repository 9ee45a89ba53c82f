import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmRefunds } from '../../../src/features/refunds/confirm/confirm-refunds.js'
import type { Address, Hash } from '../../../src/lib/hex.js'
import type { Chain, Hex, Log } from '../../../src/platform/chain/chain.js'
import { topicOfAddress, topics } from '../../../src/platform/chain/logs/decode-logs.js'
import { findToken } from '../../../src/platform/chain/tokens.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const usdc = findToken(84_532, 'USDC')?.address as Address
const blockHash = `0x${'1'.repeat(64)}` as Hash

/** Refunds of one cent, each of its own receipt, that name one transaction. */
async function someRefunds({ hash, count }: { hash: Hash; count: number }): Promise<Address> {
  const { wallet } = await aSeller(app)
  const insert = (sql: string, ...input: unknown[]) =>
    app.ctx.db.query(`${sql} from generate_series(1, $2::int) as n`, [wallet, count, ...input])
  await insert(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, jurisdiction_code, tax_rate_ppm,
       tax_components, brand_name, payout_address, created_at, updated_at, tax_parts, has_generated_id)
     select $1, 'd-' || n, 'direct', 'paid', 'USD', 1, '[]', null, 0, '{}', 'x', $1, 0, 0, '[]', false`,
  )
  await insert(
    `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, transaction_hash, made_by,
       created_at, token, units)
     select $1, 'd-' || n, 'rfnd_' || n, 1, $1, '[]', $3, 'x', $4::bigint, $5, 10000`,
    hash,
    app.ctx.now(),
    usdc,
  )
  await insert(
    `insert into ledger_postings (merchant, key, kind, at, receipt_id)
     select $1, 'refund:rfnd_' || n, 'refund', 0, 'd-' || n`,
  )
  await insert(
    `insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     select $1, 'refund:rfnd_' || n, 1, 'refund_payable', $3, -10000, -10000`,
    `eip155:84532/${usdc}`,
  )
  return wallet
}

/**
 * A chain with one final transaction that pays a third party in many transfers, and a count of the
 * calls and logs read.
 */
function aChain({ hash, count }: { hash: Hash; count: number }) {
  const read = { transactions: 0, logs: 0 }
  const block = { number: 10n, hash: blockHash, parentHash: hash }
  const timestampSeconds = BigInt(Math.floor(app.ctx.now() / 1_000))
  const place = { blockNumber: 10n, blockHash, transactionHash: hash }
  const sides = [topics.transfer, topicOfAddress(aWallet()), topicOfAddress(aWallet())]
  const logs = Array.from(
    { length: count },
    (_, logIndex): Log => ({
      ...place,
      logIndex,
      address: usdc,
      topics: sides,
      get data(): Hex {
        read.logs += 1
        return `0x${'0'.repeat(63)}1`
      },
    }),
  )
  const sent = { hash, from: aWallet(), to: usdc, value: 0n, data: '0x' as Hex, isSuccess: true }
  const chain = {
    findBlock: async (at: bigint | string) => ({
      ...block,
      timestampSeconds,
      number: at === 'latest' ? 100n : 10n,
    }),
    findTransaction: async () => {
      read.transactions += 1
      return { ...sent, ...place, logs }
    },
  } as unknown as Chain
  return { chain, read }
}

describe('refunds that name one transaction which does not pay them', () => {
  test('behavior: reads the transaction and its logs once for all refunds and merchants', async () => {
    const hash = `0x${'7'.repeat(64)}` as Hash
    for (let merchant = 0; merchant < 2; merchant += 1) await someRefunds({ hash, count: 30 })
    const { chain, read } = aChain({ hash, count: 20 })
    await confirmRefunds(app.ctx, chain)
    expect(read).toEqual({ transactions: 1, logs: 20 })
  })

  test('behavior: looks a final transaction up again with growing pauses', async () => {
    await app.ctx.db.query('delete from refunds')
    const hash = `0x${'8'.repeat(64)}` as Hash
    await someRefunds({ hash, count: 2 })
    const { chain, read } = aChain({ hash, count: 1 })
    const lookAfter = async (seconds: number) => {
      app.ctx.clock.advance(seconds * 1_000)
      await confirmRefunds(app.ctx, chain)
      return read.transactions
    }
    expect(await lookAfter(0)).toBe(1)
    expect(await lookAfter(9)).toBe(1)
    expect(await lookAfter(1)).toBe(2)
    expect(await lookAfter(19)).toBe(2)
    expect(await lookAfter(1)).toBe(3)
  })
})
