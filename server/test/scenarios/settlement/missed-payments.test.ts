// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAnnouncedTransaction } from '../../../src/features/payments/find/announced/record-announced-transaction.js'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { type Address, checksumAddress, type Hash, knownAddress } from '../../../src/lib/hex.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { depositOf } from '../../../src/platform/chain/deposit-address.js'
import { markLate } from '../../../src/platform/chain/deposits/deposit-store.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { testUsdcCode } from '../../../src/platform/chain/generated/test-contracts.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const chainId = 84_532
const dueUnits = 5_000_000n
const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')

let paying: Paying
let seller: Seller
let buyer: Address
let counter = 0
beforeAll(async () => {
  paying = await startPaying()
  buyer = paying.buyer
  seller = await aSeller(paying.app, {})
  await paying.settle(4)
}, 60_000)
afterAll(() => paying.close())

type MissedReceipt = { id: string; to: Address }

/** A receipt of 5 dollars whose deposit address is no longer watched. */
async function anUnwatchedReceipt(): Promise<MissedReceipt> {
  counter += 1
  const id = `missed-${counter}`
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
  await paying.app.ctx.db.query('update deposits set watched_until = 1 where receipt_id = $1', [id])
  return { id, to: await paying.depositOf(seller.wallet, id) }
}

/** Pays, and indexes more blocks than the indexer reads again. */
async function payUnseen({ to }: MissedReceipt, units = dueUnits): Promise<Hash> {
  const hash = await paying.pay('USDC', { from: buyer, to, units })
  await paying.watch()
  await paying.mine(Number(overlap) + 1)
  await paying.watch()
  return hash as Hash
}

async function announce({ id: receiptId }: MissedReceipt, hash: Hash): Promise<void> {
  const { ctx } = paying.app
  const announced = { merchant: seller.wallet, receiptId, hash, network: null, isOfCheckout: true }
  await ctx.db.transaction((tx) => recordAnnouncedTransaction({ ...ctx, db: tx }, announced))
  await paying.watch()
}

async function flush({ id }: MissedReceipt, from = thirdParty): Promise<Hash> {
  const receipt = await getReceipt(paying.app.ctx, { merchant: seller.wallet, id })
  const { receiptKey, payoutAddress } = depositOf({ chainId }, receipt)
  const args = [receiptKey, payoutAddress, paying.tokenOf('USDC')] as const
  const data = encodeFunctionData({ abi: paymentGatewayAbi, functionName: 'flush', args })
  return (await paying.send(from, paymentGateway.address, data)) as Hash
}

const statusOf = async ({ id }: MissedReceipt): Promise<string> =>
  (await seller.get(`/api/receipts/${id}`)).json().status

async function paymentsOf({ id }: MissedReceipt) {
  const { rows } = await paying.app.ctx.db.query<{
    kind: string
    units: string
    payer: Address | null
    tx_hash: Hash
    state: string
  }>(
    `select kind, units, payer, tx_hash, state from payments where receipt_id = $1
     order by block_number, log_index`,
    [id],
  )
  return rows.filter(({ state }) => state !== 'orphaned')
}

describe('a transfer that the indexer missed', () => {
  test('default: counts once it is announced, and its address is watched again', async () => {
    const missed = await anUnwatchedReceipt()
    const hash = await payUnseen(missed)
    expect(await paymentsOf(missed)).toEqual([])
    await announce(missed, hash)
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'deposit', units: String(dueUnits), payer: buyer, tx_hash: hash },
    ])
    await paying.settle()
    expect(await statusOf(missed)).toBe('completed')
    const { rows } = await paying.app.ctx.db.query<{ watched_until: string }>(
      'select watched_until from deposits where receipt_id = $1',
      [missed.id],
    )
    expect(Number(rows[0]?.watched_until)).toBeGreaterThan(paying.app.ctx.now())
    await paying.pay('USDC', { from: buyer, to: missed.to, units: 1_000_000n })
    await paying.watch()
    expect(await paymentsOf(missed)).toHaveLength(2)
  })

  test('default: counts with its flush by anyone', async () => {
    const missed = await anUnwatchedReceipt()
    await payUnseen(missed)
    const hash = await flush(missed)
    await paying.settle()
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'flush', units: String(dueUnits), payer: null, tx_hash: hash },
    ])
    expect(await statusOf(missed)).toBe('completed')
  })

  test('behavior: an announcement after the flush names the payer and counts nothing', async () => {
    const missed = await anUnwatchedReceipt()
    const transfer = await payUnseen(missed)
    const hash = await flush(missed)
    await paying.settle()
    await announce(missed, transfer)
    await paying.settle()
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'flush', units: String(dueUnits), payer: buyer, tx_hash: hash },
    ])
    const portal = (
      await paying.app.inject(`/api/portal/${missed.id}?recipient=${seller.wallet}`)
    ).json()
    expect(portal.payment).toMatchObject({ paidUsd: 5, sent: null })
  })

  test('behavior: an announcement before the flush leaves nothing for the flush', async () => {
    const missed = await anUnwatchedReceipt()
    const hash = await payUnseen(missed)
    await announce(missed, hash)
    await flush(missed)
    await paying.settle()
    expect(await paymentsOf(missed)).toMatchObject([{ kind: 'deposit', tx_hash: hash }])
    expect(await statusOf(missed)).toBe('completed')
  })

  test('behavior: a flush counts only what the known deposits do not explain', async () => {
    const missed = await anUnwatchedReceipt()
    const first = await payUnseen(missed, 2_000_000n)
    const second = await payUnseen(missed, 3_000_000n)
    await announce(missed, first)
    await flush(missed)
    await paying.settle()
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'deposit', units: '2000000', tx_hash: first },
      { kind: 'flush', units: '3000000', payer: null },
    ])
    expect(await statusOf(missed)).toBe('completed')
    await announce(missed, second)
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'deposit' },
      { kind: 'flush', units: '3000000', payer: buyer },
    ])
  })

  test('behavior: two flushes each count their own deposits', async () => {
    const missed = await anUnwatchedReceipt()
    const first = await payUnseen(missed, 2_000_000n)
    await announce(missed, first)
    await flush(missed)
    await paying.pay('USDC', { from: buyer, to: missed.to, units: 3_000_000n })
    await flush(missed)
    await paying.settle()
    expect(await paymentsOf(missed)).toMatchObject([
      { kind: 'deposit', units: '2000000' },
      { kind: 'deposit', units: '3000000' },
    ])
  })

  test('behavior: counts again from its announcement when a reorg removes the flush', async () => {
    const missed = await anUnwatchedReceipt()
    const transfer = await payUnseen(missed)
    await flush(missed)
    await paying.watch()
    expect(await statusOf(missed)).toBe('paid')
    await announce(missed, transfer)
    expect(await paymentsOf(missed)).toMatchObject([{ kind: 'flush', payer: buyer }])
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.watch()
    await paying.watch()
    expect(await paymentsOf(missed)).toMatchObject([{ kind: 'deposit', tx_hash: transfer }])
    await paying.settle()
    expect(await statusOf(missed)).toBe('completed')
  })

  test('behavior: an announced token that the service does not know is shown once and ignored', async () => {
    const missed = await anUnwatchedReceipt()
    const token = knownAddress(`0x${'fb'.repeat(20)}`)
    await paying.chain.call('anvil_setCode', token, testUsdcCode)
    const abi = parseAbi(['function mint(address to, uint256 units)'])
    const data = encodeFunctionData({ abi, args: [missed.to, 7n] })
    const hash = (await paying.send(buyer, token, data)) as Hash
    await paying.watch()
    await announce(missed, hash)
    const { status, timeline } = (await seller.get(`/api/receipts/${missed.id}`)).json()
    expect(status).toBe('pending')
    expect(timeline.slice(1)).toMatchObject([
      {
        status: 'payment_ignored',
        transactionHash: hash,
        token: checksumAddress(token),
        units: '7',
        mismatch: 'wrong_token',
      },
    ])
    await paying.app.ctx.db.query(
      `update announced_transactions set state = 'open' where receipt_id = $1`,
      [missed.id],
    )
    await paying.watch()
    expect((await seller.get(`/api/receipts/${missed.id}`)).json().timeline).toHaveLength(2)
  })

  test('behavior: finds a payment to an address that became known after its block was read', async () => {
    const missed = await anUnwatchedReceipt()
    await payUnseen(missed)
    const { ctx } = paying.app
    const { createdAt, ...receipt } = await getReceipt(ctx, {
      merchant: seller.wallet,
      id: missed.id,
    })
    const deposits = [{ ...depositOf({ chainId }, receipt), createdAt }]
    await markLate(ctx.db, { deposits, now: ctx.now() })
    await paying.mine(1)
    await paying.watch()
    expect(await statusOf(missed)).toBe('paid')
    const { rows } = await ctx.db.query('select from deposits where late_since is not null')
    expect(rows).toEqual([])
  })

  test('error: an announcement of a transfer to another receipt counts nothing', async () => {
    const missed = await anUnwatchedReceipt()
    const other = await anUnwatchedReceipt()
    const hash = await payUnseen(missed)
    await announce(other, hash)
    expect(await paymentsOf(other)).toEqual([])
    expect(await statusOf(other)).toBe('pending')
  })
})
