import { describe, expect, test } from 'vitest'
import {
  errorOf,
  makeReceipt,
  type Receipt,
  type SendRequest,
  unique,
  useService,
} from '../helpers/client.js'

const service = useService()

const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body
const post = (send: SendRequest, body: object) => send('POST /api/receipts/status', { body })
const markPaid = (receiptId: string) => post(service.owner, { receiptId, status: 'paid' })

describe('GET /api/receipts/status', () => {
  const statusOf = (receiptId: string) =>
    service.program(`GET /api/receipts/status?receiptId=${receiptId}`)

  test('behavior: returns {id, status, transactionHash, currency, amount}', async () => {
    const id = await makeReceipt(service.program)
    const { status, body } = await statusOf(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      status: 'pending',
      paymentStatus: 'pending',
      transactionHash: null,
      currency: 'USDC',
      amount: 25,
    })
  })

  test('behavior: returns the failure fields of a failed receipt', async () => {
    const receiptId = await makeReceipt(service.program)
    const failureCode = 'PORTAL_PAY_CARD_DECLINED'
    await post(service.owner, { receiptId, status: 'failed', failureCode })
    expect((await statusOf(receiptId)).body).toMatchObject({
      status: 'failed',
      failureCode,
      failureCategory: 'card_decline',
      failureReason: expect.stringMatching(/./),
      failureAction: expect.stringMatching(/./),
    })
  })

  test('error: returns 400 missing_receipt_id, or 404 not_found', async () => {
    const response = await service.program('GET /api/receipts/status')
    expect(errorOf(response)).toBe('400 missing_receipt_id')
    expect(errorOf(await statusOf(unique('receipt')))).toBe('404 not_found')
    const foreignReceipt = await makeReceipt(service.otherProgram)
    expect(errorOf(await statusOf(foreignReceipt))).toBe('404 not_found')
  })
})

describe('POST /api/receipts/status', () => {
  test.each(['link_opened', 'buyer_logged_in', 'checkout_initialized'])(
    'behavior: a developer key may set %s',
    async (status) => {
      const receiptId = await makeReceipt(service.program)
      const response = await post(service.program, { receiptId, status })
      expect(response).toMatchObject({ status: 200, body: { ok: true } })
      expect(response.headers.get('x-correlation-id')).toBeTruthy()
      const receipt = await get(receiptId)
      expect(receipt.status).toBe(status)
      expect(receipt['timeline']).toMatchObject([
        { status: 'pending', previousStatus: null },
        { status, previousStatus: 'pending', at: expect.any(Number), by: expect.any(String) },
      ])
    },
  )

  test('behavior: ignores a wallet', async () => {
    const receiptId = await makeReceipt(service.program)
    for (const wallet of ['nonsense', service.demo.otherMerchant.merchantWallet]) {
      const body = { receiptId, wallet, status: 'link_opened' }
      expect((await post(service.program, body)).status).toBe(200)
    }
  })

  test('behavior: a paid receipt keeps its status and adds the post to its timeline', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    const response = await post(service.program, { receiptId, status: 'link_opened' })
    expect(response).toMatchObject({ status: 200, body: { ok: true } })
    const receipt = await get(receiptId)
    expect(receipt).toMatchObject({ status: 'paid', marked: true })
    const statuses = (receipt['timeline'] as { status: string }[]).map(({ status }) => status)
    expect(statuses).toEqual(['pending', 'paid', 'link_opened'])
  })

  test('behavior: the owner may set paid, and then reconciled', async () => {
    const receiptId = await makeReceipt(service.program)
    const reconcile = () => post(service.owner, { receiptId, status: 'reconciled' })
    expect(errorOf(await reconcile())).toBe('400 invalid_input')
    await markPaid(receiptId)
    expect((await reconcile()).status).toBe(200)
    const { status, paymentStatus, transactionHash } = await get(receiptId)
    expect({ status, paymentStatus, transactionHash }).toEqual({
      status: 'reconciled',
      paymentStatus: 'completed',
      transactionHash: null,
    })
  })

  test('behavior: a session may set checkout_success', async () => {
    const receiptId = await makeReceipt(service.program)
    expect((await post(service.owner, { receiptId, status: 'checkout_success' })).status).toBe(200)
    expect((await get(receiptId)).status).toBe('checkout_success')
  })

  test('behavior: a session may set refund_requested on a paid receipt', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    expect((await post(service.owner, { receiptId, status: 'refund_requested' })).status).toBe(200)
    expect((await get(receiptId)).status).toBe('refund_requested')
  })

  test('behavior: a session may set refunded on a paid receipt, again too', async () => {
    const receiptId = await makeReceipt(service.program)
    await markPaid(receiptId)
    for (let round = 0; round < 2; round += 1) {
      expect((await post(service.owner, { receiptId, status: 'refunded' })).status).toBe(200)
    }
    expect(await get(receiptId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'full',
      refunds: [{ txHash: null }],
    })
  })

  test.each(['refund_requested', 'refunded'])(
    'error: returns 400 for %s on a receipt without money',
    async (status) => {
      const receiptId = await makeReceipt(service.program)
      expect(errorOf(await post(service.owner, { receiptId, status }))).toBe('400 invalid_input')
    },
  )

  test.each(['checkout_success', 'refund_requested', 'refunded', 'paid', 'failed', 'completed'])(
    'error: returns 403 for %s without a session',
    async (status) => {
      const receiptId = await makeReceipt(service.program)
      const response = await post(service.program, { receiptId, status })
      expect(errorOf(response)).toBe('403 forbidden')
      expect((await get(receiptId)).status).toBe('pending')
    },
  )

  test('error: returns 400 for a missing receiptId or status, an unknown status and a bad wallet', async () => {
    const receiptId = await makeReceipt(service.program)
    const status = 'link_opened'
    expect(errorOf(await post(service.program, {}))).toBe('400 missing_receipt_id')
    expect(errorOf(await post(service.program, { receiptId }))).toBe('400 missing_status')
    const unknown = await post(service.program, { receiptId, status: 'lost' })
    expect(errorOf(unknown)).toBe('400 invalid_input')
    const badWallet = await post(service.owner, { receiptId, status, wallet: 'nonsense' })
    expect(errorOf(badWallet)).toBe('400 invalid_wallet')
  })

  test("error: returns 404 for another merchant's receipt", async () => {
    const receiptId = await makeReceipt(service.otherProgram)
    const response = await post(service.program, { receiptId, status: 'link_opened' })
    expect(errorOf(response)).toBe('404 not_found')
  })
})
