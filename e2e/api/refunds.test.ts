import { describe, expect, test } from 'vitest'
import { errorOf, makeReceipt, type Receipt, unique, useService } from '../helpers/client.js'

const service = useService()
const buyer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body
const markPaid = (receiptId: string) =>
  service.owner('POST /api/receipts/status', { body: { receiptId, status: 'paid' } })

describe('POST /api/receipts/refund', () => {
  const refund = (body: object) => service.owner('POST /api/receipts/refund', { body })
  const txHash = () => `0x${unique('').slice(1).padEnd(64, '0')}`

  test('behavior: a partial refund keeps the status, a full refund sets it to refunded', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    const items = [{ label: 'Lunch', priceUsd: 10, qty: 1 }]
    const part = await refund({ receiptId, buyer, usd: 10, items, txHash: txHash() })
    expect(part).toMatchObject({ status: 200, body: { ok: true } })
    expect(part.headers.get('x-correlation-id')).toBeTruthy()
    expect(await get(receiptId)).toMatchObject({
      status: 'paid',
      refundStatus: 'partial',
      refundedUsd: 10,
      refunds: [{ usd: 10, items, refundId: expect.any(String), createdAt: expect.any(Number) }],
    })
    expect((await get(receiptId))['timeline']).toContainEqual(
      expect.objectContaining({ status: 'refund_partial', usd: 10 }),
    )
    await refund({ receiptId, buyer, usd: 15 })
    expect(await get(receiptId)).toMatchObject({ status: 'refunded', refundedUsd: 25 })
  })

  test('behavior: counts a transaction only once', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    const body = { receiptId, buyer, usd: 10, txHash: txHash() }
    expect([(await refund(body)).status, (await refund(body)).status]).toEqual([200, 200])
    expect(await get(receiptId)).toMatchObject({ refundedUsd: 10, refunds: [{ usd: 10 }] })
  })

  test('error: returns 400 for a missing receiptId and a bad wallet, buyer or amount', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    const validRefund = { receiptId, buyer, usd: 5 }
    const code = async (fields: object) => errorOf(await refund({ ...validRefund, ...fields }))
    expect(await code({ receiptId: undefined })).toBe('400 missing_receipt_id')
    expect(await code({ wallet: 'nonsense' })).toBe('400 invalid_wallet')
    expect(await code({ buyer: 'Ada' })).toBe('400 invalid_buyer')
    for (const usd of [undefined, 0, -1, 1.005, '5', 25.01]) {
      expect(await code({ usd })).toBe('400 invalid_usd')
    }
    expect(await get(receiptId)).toMatchObject({ status: 'paid', refunds: [] })
  })

  test('error: returns 400 for an unpaid receipt, 404 for an unknown one', async () => {
    const receiptId = await makeReceipt(service.program)
    expect(errorOf(await refund({ receiptId, buyer, usd: 5 }))).toBe('400 invalid_input')
    const unknown = { receiptId: unique('receipt'), buyer, usd: 5 }
    expect(errorOf(await refund(unknown))).toBe('404 not_found')
  })

  test('error: returns 403 for a developer key', async () => {
    const body = { receiptId: await makeReceipt(service.program), buyer, usd: 5 }
    const response = await service.program('POST /api/receipts/refund', { body })
    expect(errorOf(response)).toBe('403 forbidden')
  })
})
