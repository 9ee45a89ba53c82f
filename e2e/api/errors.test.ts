import { describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  errorOf,
  makeItem,
  makeReceipt,
  unique,
  useOwnService,
} from '../helpers/client.js'

/** Has no exchange rate for EUR. */
const service = useOwnService({ FIXED_RATES: 'ETH=3000' })

const buyer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

describe('error responses', () => {
  const expectFormat = ({ headers, body }: ApiResponse) => {
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-correlation-id')).toMatch(/^[\w.:-]{8,128}$/)
    expect(body).toMatchObject({
      error: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  }

  test.each([
    ['GET /api/nowhere', '404 not_found'],
    ['PUT /api/orders', '405 method_not_allowed'],
    ['GET /api/receipts?limit=many', '400 invalid_input'],
    ['GET /api/receipts/%E0%A4%A', '400 invalid_input'],
  ])('behavior: %s returns {error, message} and x-correlation-id', async (call, expected) => {
    const response = await service.program(call)
    expect(errorOf(response)).toBe(expected)
    expectFormat(response)
  })

  test('behavior: a 405 lists the allowed methods in the allow header', async () => {
    const { headers } = await service.program('GET /api/orders')
    expect(headers.get('allow')).toBe('POST')
  })

  test('behavior: invalid JSON, other content types and large bodies use the same format', async () => {
    const post = (body: string, type = 'application/json') =>
      service.program('POST /api/orders', { body, headers: { 'content-type': type } })
    const responses = [
      await post('{"items":'),
      await post('[]'),
      await post('{}', 'text/plain'),
      await post(JSON.stringify({ note: 'x'.repeat(1_048_577) })),
    ]
    expect(responses.map(errorOf)).toEqual([
      '400 invalid_input',
      '400 invalid_input',
      '415 unsupported_media_type',
      '413 payload_too_large',
    ])
    for (const response of responses) expectFormat(response)
  })

  test('behavior: every response has a correlation id, and repeats the one of the caller', async () => {
    const id = unique('correlation')
    const headers = { 'x-correlation-id': id }
    const echoed = await service.program('GET /api/receipts', { headers })
    expect(echoed.headers.get('x-correlation-id')).toBe(id)
    const [first, second] = [
      await service.anyone('GET /healthz'),
      await service.anyone('GET /healthz'),
    ]
    const ids = [first, second].map((response) => response.headers.get('x-correlation-id'))
    expect(new Set([...ids, null]).size).toBe(3)
  })
})

describe('status codes and error codes', () => {
  test.each([
    ['POST /api/orders', { items: [{ qty: 1 }] }, '400 invalid_input'],
    ['POST /api/orders', { items: [] }, '400 items_required'],
    ['POST /api/orders', { items: [{ sku: 'no-such', qty: 1 }] }, '400 inventory_item_not_found'],
    ['DELETE /api/inventory', undefined, '400 id_required'],
    ['POST /api/receipts/status', { status: 'link_opened' }, '400 missing_receipt_id'],
    ['POST /api/receipts/status', { receiptId: 'x' }, '400 missing_status'],
    ['GET /api/receipts/status', undefined, '400 missing_receipt_id'],
    ['GET /api/receipts/no-such', undefined, '404 not_found'],
    ['GET /api/receipts/status?receiptId=no-such', undefined, '404 not_found'],
    ['POST /api/shop/config', {}, '403 forbidden'],
  ])('error: %s %j with a developer key returns %s', async (call, body, expected) => {
    expect(errorOf(await service.program(call, { body }))).toBe(expected)
  })

  test.each([
    ['POST /api/receipts/status', { wallet: 'Ada' }, '400 invalid_wallet'],
    ['POST /api/receipts/refund', { wallet: 'Ada' }, '400 invalid_wallet'],
    ['POST /api/receipts/refund', {}, '400 missing_receipt_id'],
    ['POST /api/receipts/refund', { receiptId: 'x', usd: 1 }, '400 invalid_buyer'],
    ['POST /api/receipts/refund', { receiptId: 'x', buyer }, '400 invalid_usd'],
    ['POST /api/receipts/refund', { receiptId: 'x', buyer, usd: 1 }, '404 not_found'],
    ['POST /api/receipts/terminal', {}, '400 invalid_amount'],
  ])('error: %s %j from the owner returns %s', async (call, body, expected) => {
    expect(errorOf(await service.owner(call, { body }))).toBe(expected)
  })

  test('error: returns 400 for mixed fields and mismatched totals, 409 for replacing a native receipt', async () => {
    const lineItems = [{ label: 'Tea', amount: 2 }]
    const id = await makeReceipt(service.program, { lineItems })
    const post = async (fields: object) => {
      const body = { id, lineItems, ...fields }
      return errorOf(await service.program('POST /api/receipts', { body }))
    }
    expect(await post({ currency: 'GBP' })).toBe('400 invalid_input')
    expect(await post({ totalUsd: 2 })).toBe('400 invalid_input')
    expect(await post({ total: 3 })).toBe('400 invalid_input')
    expect(await post({})).toBe('409 conflict')
  })

  test('error: returns 403 split_required', async () => {
    const { id } = await makeItem(service.otherProgram)
    const body = { items: [{ id, qty: 1 }] }
    const response = await service.otherProgram('POST /api/orders', { body })
    expect(errorOf(response)).toBe('403 split_required')
  })

  test('error: returns 503 and creates no receipt when the exchange rate is missing', async () => {
    const id = unique('receipt')
    const body = { id, lineItems: [{ label: 'Tea', amount: 2 }], currency: 'EUR' }
    const response = await service.program('POST /api/receipts', { body })
    expect(errorOf(response)).toBe('503 exchange_rate_unavailable')
    expect(response.body['retryable']).toBe(true)
    expect((await service.program(`GET /api/receipts/${id}`)).status).toBe(404)
  })
})

describe('payment failure codes', () => {
  const codes = {
    card_decline: [
      'PORTAL_PAY_INSUFFICIENT_FUNDS',
      'PORTAL_PAY_CARD_DECLINED',
      'PORTAL_PAY_EXPIRED_CARD',
      'PORTAL_PAY_INCORRECT_CVC',
      'PORTAL_PAY_INCORRECT_NUMBER',
      'PORTAL_PAY_DO_NOT_HONOR',
      'PORTAL_PAY_FRAUD_BLOCKED',
      'PORTAL_PAY_3DS_FAILED',
      'PORTAL_PAY_BANK_INSTITUTION_BLOCK',
    ],
    compliance: [
      'PORTAL_KYC_REQUIRED',
      'PORTAL_KYC_STEP_UP_REQUIRED',
      'PORTAL_KYC_DOC_REQUIRED',
      'PORTAL_KYC_DOC_UNREADABLE',
      'PORTAL_KYC_DOB_MISMATCH',
      'PORTAL_KYC_SANCTIONS_BLOCKED',
      'PORTAL_KYC_UNDERAGE',
      'PORTAL_REGION_UNSUPPORTED',
    ],
    limits: [
      'PORTAL_LIMIT_EXCEEDED',
      'PORTAL_LIMIT_AMOUNT_ABOVE_MAX',
      'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
    ],
    blockchain: [
      'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
      'PORTAL_CHAIN_USER_REJECTED',
      'PORTAL_CHAIN_SLIPPAGE_EXCEEDED',
      'PORTAL_CHAIN_TX_REVERTED',
      'PORTAL_CHAIN_WALLET_MISMATCH',
    ],
    session: ['PORTAL_SESSION_ABANDONED', 'PORTAL_SESSION_EXPIRED', 'PORTAL_SESSION_CANCELLED'],
    system: ['PORTAL_SYSTEM_TIMEOUT', 'PORTAL_SYSTEM_ERROR'],
  }

  test.each(Object.entries(codes))(
    'behavior: accepts the codes of the category %s',
    async (failureCategory, all) => {
      for (const failureCode of all) {
        const receiptId = await makeReceipt(service.program)
        const body = { receiptId, status: 'failed', failureCode }
        expect((await service.owner('POST /api/receipts/status', { body })).status).toBe(200)
        const response = await service.program(`GET /api/receipts/status?receiptId=${receiptId}`)
        expect(response.body).toMatchObject({
          status: 'failed',
          failureCode,
          failureCategory,
          failureReason: expect.stringMatching(/./),
          failureAction: expect.stringMatching(/./),
        })
      }
    },
  )

  test('error: returns 400 invalid_input for an unknown code', async () => {
    const receiptId = await makeReceipt(service.program)
    const body = { receiptId, status: 'failed', failureCode: 'PORTAL_BAD_LUCK' }
    const response = await service.owner('POST /api/receipts/status', { body })
    expect(errorOf(response)).toBe('400 invalid_input')
  })
})
