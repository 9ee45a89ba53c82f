import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { confirmRefund, unconfirmRefund } from './confirm-refund.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const receiptId = 'r-1'

/** Creates a receipt of ten dollars with a refund of four. */
async function aRefund() {
  const seller = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  await seller.post('/api/receipts', { id: receiptId, lineItems, totalUsd: 10 })
  await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  const refund = { receiptId, buyer: aWallet(), usd: 4, txHash: `0x${'ab'.repeat(32)}` }
  await seller.act('/api/receipts/refund', refund)
  const shown = async () => (await seller.get(`/api/receipts/${receiptId}`)).json().refunds[0]
  const ref = { merchant: seller.wallet, receiptId, id: (await shown()).refundId }
  const owed = async () => {
    const { accounts, isBalanced } = await getTrialBalance(app.ctx, seller.wallet)
    const of = (name: string) => accounts.find(({ account }) => account === name)?.usdMicros ?? 0n
    return [of('refund_payable'), of('merchant_wallet'), isBalanced]
  }
  return { ref, shown, owed }
}

describe('confirmRefund', () => {
  test('default', async () => {
    const { ref, shown, owed } = await aRefund()
    expect(await owed()).toEqual([-4_000_000n, 0n, true])
    expect(await confirmRefund(app.ctx, ref)).toBe(true)
    expect(await owed()).toEqual([0n, -4_000_000n, true])
    expect(await shown()).toMatchObject({ confirmed: true })
    const { rows } = await app.ctx.db.query(
      `select receipt_id, transaction_hash from ledger_postings
       where merchant = $1 and kind = 'refund_paid'`,
      [ref.merchant],
    )
    expect(rows).toEqual([{ receipt_id: receiptId, transaction_hash: `0x${'ab'.repeat(32)}` }])
  })

  test('behavior: confirms once, concurrently too', async () => {
    const { ref, owed } = await aRefund()
    const done = await Promise.all([0, 1, 2].map(() => confirmRefund(app.ctx, ref)))
    expect(done.toSorted()).toEqual([false, false, true])
    expect(await owed()).toEqual([0n, -4_000_000n, true])
  })

  test('behavior: confirms only the given refund', async () => {
    const { ref, shown } = await aRefund()
    expect(await confirmRefund(app.ctx, { ...ref, merchant: aWallet() })).toBe(false)
    expect(await confirmRefund(app.ctx, { ...ref, receiptId: 'r-2' })).toBe(false)
    expect(await confirmRefund(app.ctx, { ...ref, id: 'rfnd_0' })).toBe(false)
    expect(await shown()).toMatchObject({ confirmed: false })
  })
})

describe('unconfirmRefund', () => {
  test('default: makes the refund owed again, and it can be confirmed again', async () => {
    const { ref, shown, owed } = await aRefund()
    for (let round = 0; round < 3; round += 1) {
      expect(await confirmRefund(app.ctx, ref)).toBe(true)
      expect(await owed()).toEqual([0n, -4_000_000n, true])
      expect(await unconfirmRefund(app.ctx, ref)).toBe(true)
      expect(await owed()).toEqual([-4_000_000n, 0n, true])
      expect(await shown()).toMatchObject({ confirmed: false })
    }
  })

  test('behavior: does nothing for an unconfirmed refund', async () => {
    const { ref, owed } = await aRefund()
    expect(await unconfirmRefund(app.ctx, ref)).toBe(false)
    expect(await owed()).toEqual([-4_000_000n, 0n, true])
  })
})
