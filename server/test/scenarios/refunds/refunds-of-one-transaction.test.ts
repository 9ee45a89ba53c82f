import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownAddress } from '../../../src/lib/hex.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
const hash = `0x${'ab'.repeat(32)}`

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  const items = [{ sku: 'A', name: 'A', priceUsd: 10 }]
  seller = await aSeller(paying.app, { items })
}, 60_000)
afterAll(() => paying.close())

async function paidBy(...parts: { from: typeof thirdParty; units: bigint }[]): Promise<string> {
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  for (const { from, units } of parts) await paying.pay('USDC', { from, to, units })
  await paying.settle(8)
  return receipt.receiptId
}

test('behavior: refunds to two payers in one transaction are both recorded', {
  tags: 'slow',
}, async () => {
  const { buyer } = paying
  const receiptId = await paidBy(
    { from: buyer, units: 6_000_000n },
    { from: thirdParty, units: 4_050_000n },
  )
  const refund = (to: string, usd: number) =>
    seller.act('/api/receipts/refund', { receiptId, buyer: to, usd, txHash: hash })
  expect((await refund(buyer, 6)).statusCode).toBe(200)
  expect((await refund(thirdParty, 4.05)).statusCode).toBe(200)
  // A repeated request counts once, and another amount is refused.
  expect((await refund(thirdParty, 4.05)).statusCode).toBe(200)
  expect((await refund(buyer, 5)).json()).toMatchObject({
    error: 'invalid_input',
    message: expect.stringContaining('a refund of 6 USD'),
  })
  const { refunds, refundedUsd, status } = (await seller.get(`/api/receipts/${receiptId}`)).json()
  expect({ refundedUsd, status, count: refunds.length }).toEqual({
    refundedUsd: 10.05,
    status: 'refunded',
    count: 2,
  })
})

test('behavior: a refund and a returned overpayment in one transaction are both recorded', async () => {
  const { buyer } = paying
  const receiptId = await paidBy({ from: buyer, units: 12_050_000n })
  const body = { receiptId, buyer, txHash: `0x${'cd'.repeat(32)}` }
  expect((await seller.act('/api/receipts/refund', { ...body, usd: 10.05 })).statusCode).toBe(200)
  const second = await seller.act('/api/receipts/refund', { ...body, usd: 2, credit: true })
  const { creditReturnedUsd } = (await seller.get(`/api/receipts/${receiptId}`)).json()
  expect([second.statusCode, creditReturnedUsd]).toEqual([200, 2])
})
