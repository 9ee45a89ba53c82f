import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { setChainTime } from '../../sandbox/advance-clock.js'
import { confirmRefunds } from './confirm-refunds.js'

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 10 }] })
}, 60_000)
afterAll(() => paying.close())

async function anOrder(): Promise<{ id: string; to: Address }> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  return { id: receipt.receiptId, to: await paying.depositOf(seller.wallet, receipt.receiptId) }
}

async function paidOrder(): Promise<string> {
  const { id, to } = await anOrder()
  await paying.pay('USDC', { from: paying.buyer, to, units: 10_050_000n })
  await paying.watch()
  return id
}

/** Sends a refund and returns the hash of its transaction. */
async function sendRefund(units: bigint): Promise<string> {
  await paying.pay('USDC', { from: paying.buyer, to: paying.buyer, units })
  const block = await paying.chain.call('eth_getBlockByNumber', 'latest', false)
  return (block as { transactions: string[] }).transactions[0] ?? ''
}

const check = () => confirmRefunds(paying.app.ctx, paying.app.ctx.chain as Chain)
const refund = (receiptId: string, usd: number, txHash: string) =>
  seller.act('/api/receipts/refund', { receiptId, usd, txHash, buyer: paying.buyer })
const refundsOf = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json().refunds

describe('confirmRefunds', () => {
  test('default: confirms a mined refund, and unconfirms it after a reorg', async () => {
    const id = await paidOrder()
    const txHash = await sendRefund(3_000_000n)
    expect((await refund(id, 3, txHash)).statusCode).toBe(200)
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
    await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: true }])
    await paying.chain.call('anvil_reorg', 1, [])
    await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
  })

  test('behavior: does not confirm a short, reused or missing transfer', {
    tags: 'slow',
  }, async () => {
    const [first, second, third] = [await paidOrder(), await paidOrder(), await paidOrder()]
    const txHash = await sendRefund(3_000_000n)
    await refund(first, 3, txHash)
    await check()
    paying.app.ctx.clock.advance(1)
    await refund(second, 3, txHash)
    await refund(third, 3.02, await sendRefund(3_000_000n))
    await refund(third, 1, `0x${'7'.repeat(64)}`)
    await check()
    expect(await refundsOf(first)).toMatchObject([{ confirmed: true }])
    expect(await refundsOf(second)).toMatchObject([{ confirmed: false }])
    expect(await refundsOf(third)).toMatchObject([{ confirmed: false }, { confirmed: false }])
  })

  test('behavior: confirms a planned transfer that its refund rounds up by less than a cent', async () => {
    const id = await paidOrder()
    await refund(id, 3.34, await sendRefund(3_333_333n))
    await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: true }])
  })

  test('behavior: confirms only the older of two refunds with one transfer, every time', {
    tags: 'slow',
  }, async () => {
    const [first, second] = [await paidOrder(), await paidOrder()]
    const txHash = await sendRefund(3_000_000n)
    await refund(first, 3, txHash)
    paying.app.ctx.clock.advance(1)
    await refund(second, 3, txHash)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([check(), check()])
      expect(await refundsOf(first)).toMatchObject([{ confirmed: true }])
      expect(await refundsOf(second)).toMatchObject([{ confirmed: false }])
    }
    const { rows } = await paying.app.ctx.db.query(
      'select receipt_id from ledger_postings where transaction_hash = $1 and kind = $2',
      [txHash, 'refund_paid'],
    )
    expect(rows).toEqual([{ receipt_id: first }])
  })

  test('behavior: requires both assets of a refund in two assets', async () => {
    const { id, to } = await anOrder()
    await paying.pay('USDC', { from: paying.buyer, to, units: 6_000_000n })
    await paying.pay('USDT', { from: paying.buyer, to, units: 4_050_000n })
    await paying.watch()
    await refund(id, 10.05, await sendRefund(6_000_000n))
    await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
  })

  test('behavior: ignores a transfer before the sale', async () => {
    const txHash = await sendRefund(500_000n)
    await setChainTime(paying.chain.url, unixMs((await chainTime()) + 120_000))
    const id = await paidOrder()
    await refund(id, 0.5, txHash)
    await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: false }])
  })

  test('behavior: missing transactions do not delay others', { tags: 'slow' }, async () => {
    const id = await paidOrder()
    await refund(id, 3, await sendRefund(3_000_000n))
    await invent({ count: 60, from: 1, createdAt: paying.app.ctx.now() - 1 })
    await invent({ count: 60, from: 61, createdAt: paying.app.ctx.now() + 1 })
    for (let round = 0; round < 3; round += 1) await check()
    expect(await refundsOf(id)).toMatchObject([{ confirmed: true }])
  })
})

async function chainTime(): Promise<number> {
  const block = await paying.chain.call('eth_getBlockByNumber', 'latest', false)
  return Number((block as { timestamp: string }).timestamp) * 1_000
}

/** Refunds of another receipt with invented hashes. */
async function invent(input: { count: number; from: number; createdAt: number }): Promise<void> {
  const id = await paidOrder()
  await paying.app.ctx.db.query(
    `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, transaction_hash, made_by,
       created_at, token, units)
     select $1, $2, 'rfnd_' || n, 1, $3, '[]', '0x' || lpad(to_hex(n), 64, '0'), 'test', $4, $5, 10000
     from generate_series($6::int, $7::int) as n`,
    [
      seller.wallet,
      id,
      paying.buyer,
      input.createdAt,
      paying.tokenOf('USDC'),
      input.from,
      input.from + input.count - 1,
    ],
  )
}
