// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '../../../src/features/ledger/get-trial-balance.js'
import { expectInclusion } from '../../../src/features/payments/expect-inclusion.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying({ CONFIRMATIONS: '4' })
}, 60_000)
afterAll(() => paying.close())

const items = [{ sku: 'TEA', name: 'Tea', priceUsd: 5, stockQty: 10 }]

/** An order of one tea, in a shop that accepts only USDC. */
async function anOrder({ isOnInclusion = false } = {}) {
  const { ctx } = paying.app
  const config = { payments: { acceptedTokens: ['USDC'] } } as never
  const seller = await aSeller(paying.app, { items, config })
  await paying.settle(4)
  const response = await seller.post('/api/orders', { items: [{ sku: 'TEA', qty: 1 }] })
  const { receiptId, totalUsd } = response.json().receipt
  const ref = { merchant: seller.wallet, receiptId }
  if (isOnInclusion) await ctx.db.transaction((tx) => expectInclusion({ ...ctx, db: tx }, ref))
  const to = await paying.depositOf(seller.wallet, receiptId)
  const read = async () => (await seller.get(`/api/receipts/${receiptId}`)).json()
  return {
    seller,
    due: BigInt(Math.round(totalUsd * 1_000_000)),
    read,
    status: async () => (await read()).status,
    /** Pays, and indexes the block. */
    async pay(units: bigint, token: 'USDC' | 'USDT' = 'USDC'): Promise<void> {
      await paying.pay(token, { from: paying.buyer, to, units })
      await paying.watch()
    },
    set: (status: string) => seller.act('/api/receipts/status', { receiptId, status }),
    planCredit: () => seller.act('/api/receipts/refund/plan', { receiptId, credit: true }),
    async stock() {
      const [item] = (await seller.get('/api/inventory')).json().items
      return { stock: item.stockQty, reserved: item.reservedQty }
    },
  }
}

async function confirm(): Promise<void> {
  await paying.mine(5)
  await paying.settle()
}

/** Sums an account over all assets. Manual payments are in cents, other amounts in base units. */
async function balanceOf({ wallet }: Seller, name: string): Promise<bigint> {
  const { accounts } = await getTrialBalance(paying.app.ctx, wallet)
  return accounts
    .filter(({ account }) => account === name)
    .reduce((sum, { debitUnits, creditUnits }) => sum + debitUnits - creditUnits, 0n)
}

describe('a manual payment of a receipt with a payment that is not confirmed', () => {
  test('default: is refused until then, and covers the rest', async () => {
    const order = await anOrder()
    await order.pay(2_000_000n)
    const refused = await order.set('paid')
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        error: 'conflict',
        message: 'A payment of 2.00 USD is being confirmed. Try again in a moment.',
      }),
    ])
    expect(await order.status()).toBe('pending')
    await confirm()
    expect((await order.set('paid')).statusCode).toBe(200)
    await confirm()
    expect(await balanceOf(order.seller, 'manual')).toBe((order.due - 2_000_000n) / 10_000n)
    expect(await balanceOf(order.seller, 'customer_credit')).toBe(0n)
  })

  test('behavior: a mismatch is accepted once it is confirmed', async () => {
    const order = await anOrder()
    await order.pay(order.due, 'USDT')
    expect(await order.status()).toBe('tx_mismatch')
    expect((await order.set('paid')).statusCode).toBe(409)
    await confirm()
    expect((await order.set('paid')).statusCode).toBe(200)
    expect(await balanceOf(order.seller, 'manual')).toBe(0n)
    expect(await balanceOf(order.seller, 'customer_credit')).toBe(0n)
  })

  test('behavior: less than a cent does not delay it', async () => {
    const order = await anOrder()
    await order.pay(9_999n)
    expect((await order.set('paid')).statusCode).toBe(200)
  })
})

describe('a refund request before the payment is confirmed', () => {
  test.each([
    ['recipient_validated', false],
    ['paid', true],
  ])('default: declining it restores %s', async (before, isOnInclusion) => {
    const order = await anOrder({ isOnInclusion })
    await order.pay(order.due)
    expect(await order.status()).toBe(before)
    for (const status of ['refund_requested', 'paid']) {
      const response = await order.set(status)
      expect(response.statusCode, response.body).toBe(200)
    }
    expect(await order.status()).toBe(before)
    await confirm()
    expect(await order.read()).toMatchObject({ status: 'completed', marked: false })
    expect(await order.stock()).toEqual({ stock: 9, reserved: 0 })
    expect(await balanceOf(order.seller, 'manual')).toBe(0n)
    expect(await balanceOf(order.seller, 'customer_credit')).toBe(0n)
  })

  test.each([
    ['recipient_validated', false],
    ['paid', true],
  ])('behavior: stays when the payment is confirmed, from %s', async (before, isOnInclusion) => {
    const order = await anOrder({ isOnInclusion })
    await order.pay(order.due)
    expect(await order.status()).toBe(before)
    expect((await order.set('refund_requested')).statusCode).toBe(200)
    await confirm()
    expect(await order.status()).toBe('refund_requested')
    expect(await order.stock()).toEqual({ stock: 9, reserved: 0 })
    expect(await balanceOf(order.seller, 'customer_credit')).toBe(0n)
    expect((await order.set('refunded')).statusCode).toBe(200)
  })
})

describe('a receipt that staff has failed', () => {
  test('default: stays failed when less than a cent arrives', async () => {
    const order = await anOrder()
    await order.pay(2_000_000n)
    await order.set('failed')
    await confirm()
    expect(await order.status()).toBe('failed')
    await order.pay(1n)
    expect(await order.status()).toBe('failed')
    expect((await order.planCredit()).statusCode).toBe(200)
    await order.pay(10_000n)
    expect(await order.status()).toBe('pending')
  })

  test('behavior: stays failed after a mismatch', async () => {
    const order = await anOrder()
    await order.pay(order.due, 'USDT')
    await order.set('failed')
    await order.pay(1n)
    expect(await order.status()).toBe('failed')
    expect(await order.stock()).toEqual({ stock: 10, reserved: 0 })
  })
})
