import { describe, expect, test } from 'vitest'
import { errorOf, type Receipt, useService } from '../helpers/client.js'

const service = useService()

describe('POST /api/receipts/terminal', () => {
  const charge = (body: object) =>
    service.owner<{ receipt: Receipt }>('POST /api/receipts/terminal', { body })
  const refuse = async (body: object, send = service.owner) =>
    errorOf(await send('POST /api/receipts/terminal', { body }))

  test('behavior: returns {ok, receipt} with tax and fee added to the amount', async () => {
    const response = await charge({ amountUsd: 100, label: 'Haircut', taxRate: 0.095 })
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    expect(response.headers.get('x-correlation-id')).toBeTruthy()
    expect(response.body.receipt).toMatchObject({
      receiptId: expect.any(String),
      totalUsd: 110.05,
      currency: 'USD',
      createdAt: expect.any(Number),
      status: 'generated',
    })
    expect(response.body.receipt.lineItems).toEqual([
      { label: 'Haircut', priceUsd: 100, lineId: 'l1' },
      { label: 'Tax', priceUsd: 9.5 },
      { label: 'Processing Fee', priceUsd: 0.55 },
    ])
  })

  test('behavior: accepts a native amount, in USD by default', async () => {
    const euros = (await charge({ amount: 100, currency: 'EUR', taxRate: 0.095 })).body.receipt
    expect(euros).toMatchObject({ currency: 'EUR', total: 110.05, totalUsd: 118.85 })
    const dollars = (await charge({ amount: 10, jurisdictionCode: 'US-CA' })).body.receipt
    expect(dollars).toMatchObject({ currency: 'USD', total: 10.78, totalUsd: 10.78 })
    expect(dollars.lineItems[0]).toMatchObject({ label: 'Payment', amount: 10 })
  })

  test.each([{}, { amount: 1, amountUsd: 1 }, { amountUsd: 0 }, { amount: -1 }, { amount: 1.005 }])(
    'error: returns 400 invalid_amount for %o',
    async (body) => {
      expect(await refuse(body)).toBe('400 invalid_amount')
    },
  )

  test('error: returns 403 for a developer key, 403 split_required without a split', async () => {
    expect(await refuse({ amountUsd: 5 }, service.program)).toBe('403 forbidden')
    const { send } = await service.signIn(service.demo.otherMerchant.merchantPrivateKey)
    expect(await refuse({ amountUsd: 5 }, send)).toBe('403 split_required')
  })
})
