// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/**
 * An order of five dollars that was paid in two parts. A reorg removed the second, and staff noted
 * a refund request.
 */
async function aHalfRemovedSale(): Promise<{ seller: Seller; id: string }> {
  const items = [{ sku: 'A', name: 'A', priceUsd: 5, stockQty: 3 }]
  const seller = await aSeller(paying.app, { items })
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const id = receipt.receiptId
  await pay(seller, id, 2_000_000n)
  await pay(seller, id, BigInt(Math.round(receipt.totalUsd * 1e6)) - 2_000_000n)
  expect(await statusOf(seller, id)).toBe('paid')
  await paying.chain.call('anvil_reorg', 1, [])
  await paying.mine(1)
  await paying.watch()
  await paying.watch()
  expect(await statusOf(seller, id)).toBe('pending')
  await mark(seller, id, 'refund_requested')
  return { seller, id }
}

async function pay(seller: Seller, id: string, units: bigint): Promise<void> {
  const to = await paying.depositOf(seller.wallet, id)
  await paying.pay('USDC', { from: paying.buyer, to, units })
  await paying.watch()
}

async function mark(seller: Seller, receiptId: string, status: string): Promise<void> {
  const response = await seller.act('/api/receipts/status', { receiptId, status })
  expect(response.statusCode, response.body).toBe(200)
}

const statusOf = async (seller: Seller, id: string) =>
  (await seller.get(`/api/receipts/${id}`)).json().status

async function stockOf(seller: Seller) {
  const [item] = (await seller.get('/api/inventory')).json().items
  return { stock: item.stockQty, reserved: item.reservedQty }
}

/** Sums an account over all assets. Sales and credit are negative. */
async function balanceOf(seller: Seller, account: string): Promise<number> {
  const { accounts } = (await seller.get('/api/ledger/trial-balance')).json()
  const ownAccounts = accounts.filter((entry: { account: string }) => entry.account === account)
  return ownAccounts.reduce(
    (sum: number, account: { balance: string }) => sum + Number(account.balance),
    0,
  )
}

describe('a sale that a reorg removed in part', () => {
  test('error: cannot be refunded; the part that is left is credit', async () => {
    const { seller, id } = await aHalfRemovedSale()
    const refund = (usd: number, fields = {}) =>
      seller.act('/api/receipts/refund', { receiptId: id, usd, buyer: paying.buyer, ...fields })
    const refused = await refund(5)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error).toBe('invalid_input')
    expect((await refund(2)).statusCode).toBe(400)
    expect((await refund(2, { credit: true })).statusCode).toBe(200)
    expect(await balanceOf(seller, 'customer_credit')).toBe(0)
  })

  test('behavior: declining the request is a manual payment, and the sale is booked once', async () => {
    const { seller, id } = await aHalfRemovedSale()
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 1 })
    await mark(seller, id, 'paid')
    expect((await seller.get(`/api/receipts/${id}`)).json()).toMatchObject({ marked: true })
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
    const sales = await balanceOf(seller, 'sales')
    // The buyer's second transfer is mined again.
    await pay(seller, id, 3_000_000n)
    await paying.watch()
    expect(await balanceOf(seller, 'sales')).toBe(sales)
    expect(await balanceOf(seller, 'customer_credit')).toBe(-3)
  })

  test('behavior: declining after the whole payment is gone sells the stock once', async () => {
    const items = [{ sku: 'A', name: 'A', priceUsd: 5, stockQty: 3 }]
    const seller = await aSeller(paying.app, { items })
    const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
    const id = receipt.receiptId
    await pay(seller, id, BigInt(Math.round(receipt.totalUsd * 1e6)))
    await mark(seller, id, 'refund_requested')
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.mine(1)
    await paying.watch()
    await paying.watch()
    expect(await balanceOf(seller, 'sales')).toBe(0)
    await mark(seller, id, 'paid')
    expect((await seller.get(`/api/receipts/${id}`)).json()).toMatchObject({ marked: true })
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
  })
})

/**
 * An order of 5.03 dollars: two were paid on chain, the rest in cash. Then a reorg removed the
 * payment on chain.
 */
async function aManualSaleWithoutItsPart(): Promise<{ seller: Seller; id: string }> {
  const items = [{ sku: 'A', name: 'A', priceUsd: 5, stockQty: 3 }]
  const seller = await aSeller(paying.app, { items })
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const id = receipt.receiptId
  expect(receipt.totalUsd).toBe(5.03)
  await pay(seller, id, 2_000_000n)
  await mark(seller, id, 'paid')
  expect(await balanceOf(seller, 'sales')).toBeCloseTo(-5, 1)
  await paying.chain.call('anvil_reorg', 1, [])
  await paying.mine(1)
  await paying.watch()
  await paying.watch()
  return { seller, id }
}

describe('a manual sale of which a reorg removed a part', () => {
  const dueOf = async (seller: Seller, id: string) =>
    (await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)).json().payment

  async function refundAll(seller: Seller, receiptId: string): Promise<void> {
    const body = { receiptId, usd: 5.03, buyer: paying.buyer }
    const refund = await seller.act('/api/receipts/refund', body)
    expect(refund.statusCode, refund.body).toBe(200)
  }

  test('default: is open again, with only the removed part due', async () => {
    const { seller, id } = await aManualSaleWithoutItsPart()
    expect(await balanceOf(seller, 'sales')).toBe(0)
    expect((await seller.get(`/api/receipts/${id}`)).json()).toMatchObject({
      status: 'pending',
      marked: true,
    })
    expect(await stockOf(seller)).toEqual({ stock: 3, reserved: 1 })
    expect(await dueOf(seller, id)).toMatchObject({ paidUsd: 3.03, dueUsd: 2 })
  })

  test('behavior: is paid once the part is mined again, and can be refunded', async () => {
    const { seller, id } = await aManualSaleWithoutItsPart()
    await pay(seller, id, 2_000_000n)
    expect((await seller.get(`/api/receipts/${id}`)).json()).toMatchObject({
      status: 'paid',
      marked: true,
    })
    expect(await stockOf(seller)).toEqual({ stock: 2, reserved: 0 })
    expect(await balanceOf(seller, 'sales')).toBeCloseTo(-5, 1)
    expect(await balanceOf(seller, 'manual')).toBe(3.03)
    expect(await balanceOf(seller, 'customer_credit')).toBe(0)
    await refundAll(seller, id)
  })

  test('behavior: is paid by another manual payment of the removed part', async () => {
    const { seller, id } = await aManualSaleWithoutItsPart()
    await mark(seller, id, 'paid')
    expect(await balanceOf(seller, 'sales')).toBeCloseTo(-5, 1)
    expect(await balanceOf(seller, 'manual')).toBe(5.03)
    await refundAll(seller, id)
  })

  test('behavior: stays paid when the manual payment was all of it', async () => {
    const { seller, id } = await aManualSaleWithoutItsPart()
    await mark(seller, id, 'paid')
    await pay(seller, id, 1_000_000n)
    await paying.chain.call('anvil_reorg', 1, [])
    await paying.mine(1)
    await paying.watch()
    await paying.watch()
    expect(await statusOf(seller, id)).toBe('paid')
    expect(await balanceOf(seller, 'sales')).toBeCloseTo(-5, 1)
  })
})
