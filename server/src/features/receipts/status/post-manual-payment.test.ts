import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'

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
  const made = await seller.post('/api/orders', body)
  expect(made.statusCode, made.body).toBe(200)
  return { seller, receiptId: made.json().receipt.receiptId as string }
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
})
