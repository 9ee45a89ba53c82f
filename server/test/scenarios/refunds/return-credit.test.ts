// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumReceipts } from '../../../src/features/ledger/receipt-ledger.js'
import { confirmRefunds } from '../../../src/features/refunds/confirm/confirm-refunds.js'
import { setChainTime } from '../../../src/features/sandbox/advance-clock.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { type Address, checksumAddress, knownAddress } from '../../../src/lib/hex.js'
import { MINUTE_MS, unixMs } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import type { TokenSymbol } from '../../../src/platform/chain/tokens.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const url = '/api/receipts/refund'
/** A wallet with its own tokens. */
const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
/** 10 dollars plus the fee of half a percent. */
const dueUnits = 10_050_000n

let paying: Paying
let seller: Seller
let buyer: Address
beforeAll(async () => {
  paying = await startPaying()
  buyer = paying.buyer
  const config = { payments: { acceptedTokens: ['USDC', 'ETH'] } }
  const items = [{ sku: 'A', name: 'A', priceUsd: 10 }]
  seller = await aSeller(paying.app, { items, config } as Parameters<typeof aSeller>[1])
}, 60_000)
afterAll(() => paying.close())

async function anOrder(): Promise<{ id: string; to: Address }> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  return { id: receipt.receiptId, to: await paying.depositOf(seller.wallet, receipt.receiptId) }
}

type TestPayment = { units: bigint; from?: Address; symbol?: TokenSymbol }

async function pay(
  to: Address,
  { units, from = buyer, symbol = 'USDC' }: TestPayment,
): Promise<void> {
  await paying.pay(symbol, { from, to, units })
  await paying.watch()
  // Later payments and returns have a later time.
  paying.app.ctx.clock.advance(1)
}

async function paidWith(...payments: TestPayment[]): Promise<{ id: string; to: Address }> {
  const { id, to } = await anOrder()
  for (const payment of payments) await pay(to, payment)
  return { id, to }
}

async function giveBack(receiptId: string, usd: number, fields: object = {}) {
  const response = await seller.act(url, { receiptId, buyer, usd, credit: true, ...fields })
  return [response.statusCode, response.json().error ?? response.json()]
}

async function plan(receiptId: string, fields: object = {}) {
  const body = { receiptId, credit: true, ...fields }
  const first = (await seller.act(`${url}/plan`, body)).json().plan
  // Plain transfers prove nothing about their sender, so the merchant confirms them.
  const payers = first?.unverifiedPayers.map(({ address }: { address: string }) => address)
  const response = await seller.act(`${url}/plan`, { ...body, payers })
  return [response.statusCode, response.json().error ?? response.json().plan]
}

const read = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json()
const done = [200, { ok: true }]

/** Returns the balance of an account in the ledger of a receipt. */
async function balanceOf(receiptId: string, account: string): Promise<bigint> {
  const { app } = paying
  const sums = await sumReceipts(app.ctx, { merchant: seller.wallet, receiptIds: [receiptId] })
  return (sums.get(receiptId) ?? [])
    .filter((sum) => sum.account === account)
    .reduce((total, sum) => total + sum.usdMicros, 0n)
}

async function expire(id: string): Promise<void> {
  await paying.app.ctx.db.query('update receipts set expires_at = $2 where id = $1', [
    id,
    paying.app.ctx.now() - 1,
  ])
}

describe('POST /api/receipts/refund with credit', () => {
  test('default: returns an overpayment and keeps the sale', async () => {
    const { id } = await paidWith({ units: dueUnits + 1_950_000n })
    expect(await plan(id)).toMatchObject([
      200,
      { usd: 1.95, tax: 0, fee: 0, transfers: [{ to: checksumAddress(buyer), units: '1950000' }] },
    ])
    expect(await giveBack(id, 1.2, { reason: 'too much' })).toEqual(done)
    const receipt = await read(id)
    expect(receipt).toMatchObject({
      status: 'paid',
      creditReturnedUsd: 1.2,
      refunds: [{ usd: 1.2, credit: true, reason: 'too much', confirmed: false }],
    })
    expect(receipt).not.toHaveProperty('refundedUsd')
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'credit_returned', usd: 1.2 })

    expect(await plan(id)).toMatchObject([200, { usd: 0.75, transfers: [{ units: '750000' }] }])
    expect(await balanceOf(id, 'customer_credit')).toBe(-750_000n)
    expect(await balanceOf(id, 'refund_payable')).toBe(-1_200_000n)
    expect(await balanceOf(id, 'refunds')).toBe(0n)
    expect(await balanceOf(id, 'proceeds')).toBe(dueUnits + 750_000n)
  })

  test('behavior: the sale is refunded on its own', async () => {
    const { id } = await paidWith({ units: dueUnits + 5_000_000n })
    expect(await giveBack(id, 5)).toEqual(done)
    const refund = await seller.act(url, { receiptId: id, buyer, usd: 10.05 })
    expect(refund.json()).toEqual({ ok: true })
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      refundedUsd: 10.05,
      creditReturnedUsd: 5,
    })
    for (const account of ['customer_credit', 'proceeds', `due:${seller.wallet}`]) {
      expect([account, await balanceOf(id, account)]).toEqual([account, 0n])
    }
  })

  test('behavior: returns a second payment to its payer, and the sale to the first', async () => {
    const { id } = await paidWith({ units: dueUnits }, { units: dueUnits, from: thirdParty })
    const [, credit] = await plan(id)
    expect(credit).toMatchObject({
      usd: 10.05,
      transfers: [{ to: checksumAddress(thirdParty), units: String(dueUnits) }],
    })
    const [, sale] = await plan(id, { credit: false })
    expect(sale.transfers).toMatchObject([{ to: checksumAddress(buyer), units: String(dueUnits) }])
    expect(await giveBack(id, 10.05, { buyer: thirdParty })).toEqual(done)
    const [, after] = await plan(id, { credit: false })
    expect(after.transfers).toEqual(sale.transfers)
    expect(await read(id)).toMatchObject({ status: 'paid', buyerWallet: checksumAddress(buyer) })
  })

  test('behavior: returns the second payment although the chain’s clock is ahead', async () => {
    const { clock, now } = paying.app.ctx
    clock.advance(5 * MINUTE_MS)
    const { id, to } = await paidWith({ units: dueUnits })
    await setChainTime(paying.chain.url, unixMs(now() + MINUTE_MS))
    await pay(to, { units: dueUnits, from: thirdParty })
    const [, credit] = await plan(id)
    expect(credit.transfers).toMatchObject([{ to: checksumAddress(thirdParty) }])
    expect(await giveBack(id, 10.05, { buyer: thirdParty })).toEqual(done)
    const [, sale] = await plan(id, { credit: false })
    expect(sale.transfers).toMatchObject([{ to: checksumAddress(buyer), units: String(dueUnits) }])
  })

  test('behavior: returns another token while partial payments still count', async () => {
    const { id, to } = await paidWith(
      { units: 4_000_000n },
      { units: 3_000_000n, symbol: 'USDT', from: thirdParty },
    )
    const { status } = await read(id)
    expect(await plan(id)).toMatchObject([
      200,
      { usd: 3, transfers: [{ to: checksumAddress(thirdParty), units: '3000000' }] },
    ])
    expect(await giveBack(id, 3.01)).toEqual([400, 'invalid_usd'])
    expect(await giveBack(id, 3)).toEqual(done)
    expect(await read(id)).toMatchObject({ status })
    await pay(to, { units: dueUnits - 4_000_000n })
    expect(await read(id)).toMatchObject({ status: 'paid', mismatch: null })
    expect(await balanceOf(id, 'customer_credit')).toBe(0n)
  })

  test('behavior: returned partial payments of an expired receipt no longer pay it', async () => {
    const { id, to } = await paidWith({ units: 5_000_000n })
    expect(await giveBack(id, 5)).toEqual([400, 'invalid_usd'])
    await expire(id)
    expect(await giveBack(id, 5)).toEqual(done)
    const { status } = await read(id)

    await pay(to, { units: dueUnits - 5_000_000n, from: thirdParty })
    expect(await read(id)).toMatchObject({ status })
    const shown = (await paying.app.inject(`/api/portal/${id}`)).json()
    expect(shown).toMatchObject({ payment: { paidUsd: 5.05, dueUsd: 5 } })
    await pay(to, { units: 5_000_000n, from: thirdParty })
    expect(await read(id)).toMatchObject({
      status: 'paid',
      buyerWallet: checksumAddress(thirdParty),
    })
    expect(await balanceOf(id, 'customer_credit')).toBe(0n)
    expect(await balanceOf(id, 'sales')).toBe(-10_000_000n)
    expect(await plan(id)).toEqual([400, 'invalid_usd'])
  })

  test('behavior: returns on-chain payments of a receipt that was paid manually', async () => {
    const { id, to } = await anOrder()
    await seller.act('/api/receipts/status', { receiptId: id, status: 'paid' })
    await pay(to, { units: dueUnits })
    expect(await giveBack(id, 10.05)).toEqual(done)
    expect(await read(id)).toMatchObject({ status: 'paid', creditReturnedUsd: 10.05 })
  })

  test('behavior: a refunded payment is no credit after a reorg removed another part', async () => {
    const { id } = await paidWith({ units: 4_000_000n }, { units: dueUnits - 4_000_000n })
    const refunded = await seller.act(url, { receiptId: id, buyer, usd: 10.05 })
    expect(refunded.statusCode).toBe(200)
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.mine(1)
    await paying.watch()
    expect(await giveBack(id, 4)).toEqual([400, 'invalid_usd'])
  })

  test('behavior: returns each payment to its own payer, though one was unconfirmed before', async () => {
    const { ctx } = paying.app
    const watcher = createWatcher(
      { ...ctx, config: { ...ctx.config, confirmations: 3 } },
      ctx.chain as Chain,
    )
    const check = () => watcher.runRound(new AbortController().signal)
    const { id, to } = await paidWith({ units: 4_000_000n })
    await expire(id)
    await paying.pay('USDC', { from: thirdParty, to, units: 4_000_000n })
    await check()
    // The return is later than both payments.
    ctx.clock.advance(MINUTE_MS)
    expect(await plan(id)).toMatchObject([200, { transfers: [{ to: checksumAddress(buyer) }] }])
    expect(await giveBack(id, 4)).toEqual(done)
    await paying.mine(3)
    await check()
    expect(await plan(id)).toMatchObject([
      200,
      { usd: 4, transfers: [{ to: checksumAddress(thirdParty), units: '4000000' }] },
    ])
  })

  test('behavior: concurrent returns never exceed the credit', async () => {
    const { id } = await paidWith({ units: dueUnits + 5_000_000n })
    const responses = await Promise.all(Array.from({ length: 6 }, () => giveBack(id, 2)))
    expect(responses.filter(([code]) => code === 200)).toHaveLength(2)
    expect(await read(id)).toMatchObject({ creditReturnedUsd: 4 })
  })

  test('behavior: confirms a return that its transaction paid', async () => {
    const { id } = await paidWith({ units: dueUnits + 3_000_000n })
    const txHash = await paying.pay('USDC', { from: thirdParty, to: buyer, units: 3_000_000n })
    expect(await giveBack(id, 3, { txHash })).toEqual(done)
    await confirmRefunds(paying.app.ctx, paying.app.ctx.chain as Chain)
    expect((await read(id)).refunds).toMatchObject([{ credit: true, confirmed: true }])
    expect(await balanceOf(id, 'refund_payable')).toBe(0n)
  })

  test('error: names the credit that the receipt holds', async () => {
    const { id } = await paidWith({ units: dueUnits + 1_204_999n })
    const response = await seller.act(url, { receiptId: id, buyer, usd: 1.21, credit: true })
    expect(response.json()).toMatchObject({
      error: 'invalid_usd',
      message: 'The amount exceeds the credit of this receipt (1.20 USD).',
    })
  })

  test.each([
    ['restock', { restock: true }, 'invalid_input'],
    ['a flag that is not true or false', { credit: 'yes' }, 'invalid_input'],
    ['a receipt without credit', {}, 'invalid_usd'],
  ])('error: refuses %s', async (_, fields, error) => {
    const { id } = await paidWith({ units: dueUnits })
    expect(await giveBack(id, 1, fields)).toEqual([400, error])
    expect(await read(id)).toMatchObject({ refunds: [] })
  })
})
