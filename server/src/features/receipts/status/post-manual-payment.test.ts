import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postPayment, usdc } from '../../../../test/fixtures/posted-payment.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { AssetName } from '../../../platform/chain/assets/asset-name.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { reversePosting } from '../../ledger/post.js'
import { getReceipt } from '../read/get-receipt.js'
import { reconcileManualSale } from './post-manual-payment.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Places an order of 110.05, or 111.69 with an add-on fee of 1.5 %. */
async function anOrder(addOnPct = 0) {
  const items = [{ sku: 'TEA', name: 'Tea', priceUsd: 100, taxable: true }]
  const config = { fees: { processingFeePct: addOnPct } }
  const seller = await aSeller(app, { items, config })
  const body = { items: [{ sku: 'TEA', qty: 1 }], taxRate: 0.095 }
  const response = await seller.post('/api/orders', body)
  expect(response.statusCode, response.body).toBe(200)
  return { seller, receiptId: response.json().receipt.receiptId as string }
}

async function mark(seller: Seller, receiptId: string, status: string): Promise<void> {
  const response = await seller.act('/api/receipts/status', { receiptId, status })
  expect(response.statusCode, response.body).toBe(200)
}

async function balances(seller: Seller) {
  const { accounts, isBalanced } = await getTrialBalance(app.ctx, seller.wallet)
  expect(isBalanced).toBe(true)
  return Object.fromEntries(
    accounts.map((sum) => [sum.account, sum.debitUnits - sum.creditUnits] as const),
  )
}

const payPart = (
  { wallet: merchant }: Seller,
  payment: { receiptId: string; key: string; units: bigint },
) => postPayment(app.ctx, { merchant, ...payment })

async function balancesOf({ wallet }: Seller, asset: AssetName) {
  const { accounts, isBalanced } = await getTrialBalance(app.ctx, wallet)
  expect(isBalanced).toBe(true)
  return Object.fromEntries(
    accounts
      .filter((sum) => sum.asset === asset)
      .map((sum) => [sum.account, sum.debitUnits - sum.creditUnits] as const),
  )
}

async function keysOf(seller: Seller): Promise<string[]> {
  const { rows } = await app.ctx.db.query<{ key: string }>(
    'select key from ledger_postings where merchant = $1 order by key',
    [seller.wallet],
  )
  return rows.map(({ key }) => key)
}

describe('postManualPayment', () => {
  test('default: posts a cash payment of an order', async () => {
    const { seller, receiptId } = await anOrder()
    await mark(seller, receiptId, 'paid')
    expect(await balances(seller)).toEqual({
      manual: 11_005n,
      customer_credit: 0n,
      proceeds: 11_005n,
      'due:manual': -11_005n,
      sales: -10_000n,
      'tax:tax': -950n,
      fee_difference: -55n,
    })
    expect(await keysOf(seller)).toEqual([`mark:${receiptId}:1`, `sale-mark:${receiptId}:1`])
  })

  test("behavior: posts the merchant's add-on fee", async () => {
    const { seller, receiptId } = await anOrder(1.5)
    await mark(seller, receiptId, 'paid')
    expect(await balances(seller)).toMatchObject({
      manual: 11_169n,
      processing_fee: -164n,
      fee_difference: -55n,
    })
  })

  test('behavior: posts nothing when a refund is declined', async () => {
    const { seller, receiptId } = await anOrder()
    for (const status of ['paid', 'paid', 'refund_requested', 'paid', 'reconciled']) {
      await mark(seller, receiptId, status)
    }
    expect(await keysOf(seller)).toHaveLength(2)
    expect(await balances(seller)).toMatchObject({ manual: 11_005n })
  })

  test('behavior: posts nothing for an unpaid receipt', async () => {
    const { seller, receiptId } = await anOrder()
    for (const status of ['link_opened', 'checkout_success', 'failed']) {
      await mark(seller, receiptId, status)
    }
    expect(await keysOf(seller)).toEqual([])
    await mark(seller, receiptId, 'paid')
    expect(await keysOf(seller)).toHaveLength(2)
  })

  test('behavior: posts only what is still due after a partial payment', async () => {
    const { seller, receiptId } = await anOrder()
    await payPart(seller, { receiptId, key: 'part', units: 40_004_999n })
    await mark(seller, receiptId, 'paid')
    // Manual payments are whole cents, so the last part of a cent stays credit.
    expect(await balancesOf(seller, 'USD')).toMatchObject({
      manual: 7_005n,
      'due:manual': -7_005n,
      customer_credit: 0n,
    })
    expect(await balancesOf(seller, usdc)).toMatchObject({
      custody: 40_004_999n,
      customer_credit: -4_999n,
      platform_fee: -200_000n,
    })
    const { rows } = (await seller.get('/api/reports/settlement')).json()
    expect(rows).toMatchObject([{ receiptId, total: 110.05, tokens: ['USD', 'USDC'] }])
  })

  test('behavior: posts no manual payment when nothing is due', async () => {
    const { seller, receiptId } = await anOrder()
    await payPart(seller, { receiptId, key: 'all', units: 200_000_000n })
    await mark(seller, receiptId, 'paid')
    expect(await balancesOf(seller, 'USD')).toEqual({})
    expect(await balancesOf(seller, usdc)).toMatchObject({ customer_credit: -89_950_000n })
    expect(await keysOf(seller)).toEqual(['all', `sale-mark:${receiptId}:1`])
  })
})

describe('reconcileManualSale', () => {
  test('default: reverses the sale without a payment that it used, and posts it again with it', async () => {
    const { seller, receiptId } = await anOrder()
    const { wallet: merchant } = seller
    await payPart(seller, { receiptId, key: 'part', units: 40_050_000n })
    await mark(seller, receiptId, 'paid')
    const receipt = await getReceipt(app.ctx, { merchant, id: receiptId })
    await reversePosting(app.ctx, { merchant, key: 'part', at: app.ctx.now() })
    await reconcileManualSale(app.ctx, receipt)
    expect(await balancesOf(seller, 'USD')).toMatchObject({
      manual: 7_000n,
      customer_credit: -7_000n,
      sales: 0n,
    })

    await payPart(seller, { receiptId, key: 'part again', units: 40_050_000n })
    await reconcileManualSale(app.ctx, receipt)
    await reconcileManualSale(app.ctx, receipt)
    expect(await balancesOf(seller, 'USD')).toMatchObject({ manual: 7_000n, customer_credit: 0n })
    expect(await balancesOf(seller, usdc)).toMatchObject({ customer_credit: 0n })
  })

  test('behavior: keeps the sale when another payment covers it', async () => {
    const { seller, receiptId } = await anOrder()
    const { wallet: merchant } = seller
    await payPart(seller, { receiptId, key: 'part', units: 40_050_000n })
    await mark(seller, receiptId, 'paid')
    const receipt = await getReceipt(app.ctx, { merchant, id: receiptId })
    const before = await keysOf(seller)
    await payPart(seller, { receiptId, key: 'extra', units: 40_050_000n })
    await reconcileManualSale(app.ctx, receipt)
    await reversePosting(app.ctx, { merchant, key: 'part', at: app.ctx.now() })
    await reconcileManualSale(app.ctx, receipt)
    expect(await keysOf(seller)).toEqual([...before, 'extra', 'undo:part'].toSorted())
  })
})
