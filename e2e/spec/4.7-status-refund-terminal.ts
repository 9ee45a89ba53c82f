import { describe, expect, test } from 'vitest'
import { type Ask, errorOf, makeReceipt, type Receipt, type Service, unique } from './client.js'

const buyer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** What becomes of a receipt, and receipts at the counter. */
export function testStatusRefundTerminal(service: Service): void {
  const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body
  const post = (ask: Ask, body: object) => ask('POST /api/receipts/status', { body })
  const markPaid = (receiptId: string) => post(service.owner, { receiptId, status: 'paid' })

  describe('GET /api/receipts/status', () => {
    const statusOf = (receiptId: string) =>
      service.program(`GET /api/receipts/status?receiptId=${receiptId}`)

    test('behavior: {id, status, transactionHash, currency, amount}', async () => {
      const id = await makeReceipt(service.program)
      const { status, body } = await statusOf(id)
      expect(status).toBe(200)
      expect(body).toEqual({
        ...{ id, status: 'pending', paymentStatus: 'pending' },
        ...{ transactionHash: null, currency: 'USDC', amount: 25 },
      })
    })

    test('behavior: for failed receipts the failure fields too', async () => {
      const receiptId = await makeReceipt(service.program)
      const failureCode = 'PORTAL_PAY_CARD_DECLINED'
      await post(service.owner, { receiptId, status: 'failed', failureCode })
      expect((await statusOf(receiptId)).body).toMatchObject({
        ...{ status: 'failed', failureCode, failureCategory: 'card_decline' },
        ...{ failureReason: expect.stringMatching(/./), failureAction: expect.stringMatching(/./) },
      })
    })

    test('error: 400 missing_receipt_id, 404 not_found', async () => {
      const answer = await service.program('GET /api/receipts/status')
      expect(errorOf(answer)).toBe('400 missing_receipt_id')
      expect(errorOf(await statusOf(unique('receipt')))).toBe('404 not_found')
      const foreign = await makeReceipt(service.otherProgram)
      expect(errorOf(await statusOf(foreign))).toBe('404 not_found')
    })
  })

  describe('POST /api/receipts/status', () => {
    test.each(['link_opened', 'buyer_logged_in', 'checkout_initialized'])(
      'behavior: %s is allowed without JWT and becomes the status',
      async (status) => {
        const receiptId = await makeReceipt(service.program)
        const answer = await post(service.program, { receiptId, status })
        expect(answer).toMatchObject({ status: 200, body: { ok: true } })
        expect(answer.headers.get('x-correlation-id')).toBeTruthy()
        const receipt = await get(receiptId)
        expect(receipt.status).toBe(status)
        expect(receipt['timeline']).toMatchObject([
          { status: 'pending', previousStatus: null },
          { status, previousStatus: 'pending', at: expect.any(Number), by: expect.any(String) },
        ])
      },
    )

    test('behavior: a client wallet is ignored', async () => {
      const receiptId = await makeReceipt(service.program)
      for (const wallet of ['nonsense', service.demo.otherMerchant.merchantWallet]) {
        const body = { receiptId, wallet, status: 'link_opened' }
        expect((await post(service.program, body)).status).toBe(200)
      }
    })

    test('behavior: what is settled stays so, and the post is kept in the timeline', async () => {
      const receiptId = await makeReceipt(service.program)
      await markPaid(receiptId)
      const answer = await post(service.program, { receiptId, status: 'link_opened' })
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
      const receipt = await get(receiptId)
      expect(receipt).toMatchObject({ status: 'paid', marked: true })
      const statuses = (receipt['timeline'] as { status: string }[]).map(({ status }) => status)
      expect(statuses).toEqual(['pending', 'paid', 'link_opened'])
    })

    test('behavior: the owner marks paid and reconciled by hand, in this order', async () => {
      const receiptId = await makeReceipt(service.program)
      const reconcile = () => post(service.owner, { receiptId, status: 'reconciled' })
      expect(errorOf(await reconcile())).toBe('400 invalid_input')
      await markPaid(receiptId)
      expect((await reconcile()).status).toBe(200)
      const { status, paymentStatus, transactionHash } = await get(receiptId)
      expect({ status, paymentStatus, transactionHash }).toEqual({
        ...{ status: 'reconciled', paymentStatus: 'completed', transactionHash: null },
      })
    })

    test('behavior: checkout_success with JWT and CSRF', async () => {
      const receiptId = await makeReceipt(service.program)
      expect((await post(service.owner, { receiptId, status: 'checkout_success' })).status).toBe(
        200,
      )
      expect((await get(receiptId)).status).toBe('checkout_success')
    })

    test('behavior: refund_requested with JWT and CSRF, of what was paid', async () => {
      const receiptId = await makeReceipt(service.program)
      await markPaid(receiptId)
      expect((await post(service.owner, { receiptId, status: 'refund_requested' })).status).toBe(
        200,
      )
      expect((await get(receiptId)).status).toBe('refund_requested')
    })

    test('behavior: refund_requested follows any state', async () => {
      const receiptId = await makeReceipt(service.program)
      expect((await post(service.owner, { receiptId, status: 'refund_requested' })).status).toBe(
        200,
      )
    })

    test.each(['checkout_success', 'refund_requested', 'refunded', 'paid', 'failed', 'completed'])(
      'error: 403 forbidden for %s without JWT',
      async (status) => {
        const receiptId = await makeReceipt(service.program)
        const answer = await post(service.program, { receiptId, status })
        expect(errorOf(answer)).toBe('403 forbidden')
        expect((await get(receiptId)).status).toBe('pending')
      },
    )

    test('error: 400 missing_receipt_id, missing_status, invalid_wallet, invalid_input', async () => {
      const receiptId = await makeReceipt(service.program)
      const status = 'link_opened'
      expect(errorOf(await post(service.program, {}))).toBe('400 missing_receipt_id')
      expect(errorOf(await post(service.program, { receiptId }))).toBe('400 missing_status')
      const unknown = await post(service.program, { receiptId, status: 'lost' })
      expect(errorOf(unknown)).toBe('400 invalid_input')
      const nobody = await post(service.owner, { receiptId, status, wallet: 'nonsense' })
      expect(errorOf(nobody)).toBe('400 invalid_wallet')
    })

    test("error: 404 not_found for another merchant's receipt", async () => {
      const receiptId = await makeReceipt(service.otherProgram)
      const answer = await post(service.program, { receiptId, status: 'link_opened' })
      expect(errorOf(answer)).toBe('404 not_found')
    })
  })

  describe('POST /api/receipts/refund', () => {
    const refund = (body: object) => service.owner('POST /api/receipts/refund', { body })
    const txHash = () => `0x${unique('').slice(1).padEnd(64, '0')}`

    test('behavior: logs a refund entry; a part leaves the status, the whole makes it refunded', async () => {
      const receiptId = await makeReceipt(service.program)
      await markPaid(receiptId)
      const items = [{ label: 'Lunch', priceUsd: 10, qty: 1 }]
      const part = await refund({ receiptId, buyer, usd: 10, items, txHash: txHash() })
      expect(part).toMatchObject({ status: 200, body: { ok: true } })
      expect(part.headers.get('x-correlation-id')).toBeTruthy()
      expect(await get(receiptId)).toMatchObject({
        ...{ status: 'paid', refundStatus: 'partial', refundedUsd: 10 },
        refunds: [{ usd: 10, items, refundId: expect.any(String), createdAt: expect.any(Number) }],
      })
      expect((await get(receiptId))['timeline']).toContainEqual(
        expect.objectContaining({ status: 'refund_partial', usd: 10 }),
      )
      await refund({ receiptId, buyer, usd: 15 })
      expect(await get(receiptId)).toMatchObject({ status: 'refunded', refundedUsd: 25 })
    })

    test('behavior: the same transaction twice counts once', async () => {
      const receiptId = await makeReceipt(service.program)
      await markPaid(receiptId)
      const body = { receiptId, buyer, usd: 10, txHash: txHash() }
      expect([(await refund(body)).status, (await refund(body)).status]).toEqual([200, 200])
      expect(await get(receiptId)).toMatchObject({ refundedUsd: 10, refunds: [{ usd: 10 }] })
    })

    test('error: 400 missing_receipt_id, invalid_wallet, invalid_buyer, invalid_usd', async () => {
      const receiptId = await makeReceipt(service.program)
      await markPaid(receiptId)
      const good = { receiptId, buyer, usd: 5 }
      const code = async (fields: object) => errorOf(await refund({ ...good, ...fields }))
      expect(await code({ receiptId: undefined })).toBe('400 missing_receipt_id')
      expect(await code({ wallet: 'nonsense' })).toBe('400 invalid_wallet')
      expect(await code({ buyer: 'Ada' })).toBe('400 invalid_buyer')
      for (const usd of [undefined, 0, -1, 1.005, '5', 25.01]) {
        expect(await code({ usd })).toBe('400 invalid_usd')
      }
      expect(await get(receiptId)).toMatchObject({ status: 'paid', refunds: [] })
    })

    test('error: 400 invalid_input before it is paid, 404 not_found for an unknown one', async () => {
      const receiptId = await makeReceipt(service.program)
      expect(errorOf(await refund({ receiptId, buyer, usd: 5 }))).toBe('400 invalid_input')
      const unknown = { receiptId: unique('receipt'), buyer, usd: 5 }
      expect(errorOf(await refund(unknown))).toBe('404 not_found')
    })

    test('error: not callable with a developer key', async () => {
      const body = { receiptId: await makeReceipt(service.program), buyer, usd: 5 }
      const answer = await service.program('POST /api/receipts/refund', { body })
      expect(errorOf(answer)).toBe('403 forbidden')
    })
  })

  describe('POST /api/receipts/terminal', () => {
    const ring = (body: object) =>
      service.owner<{ receipt: Receipt }>('POST /api/receipts/terminal', { body })
    const refuse = async (body: object, ask = service.owner) =>
      errorOf(await ask('POST /api/receipts/terminal', { body }))

    test('behavior: {ok, receipt} from one base amount, with tax and fee', async () => {
      const answer = await ring({ amountUsd: 100, label: 'Haircut', taxRate: 0.095 })
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
      expect(answer.headers.get('x-correlation-id')).toBeTruthy()
      expect(answer.body.receipt).toMatchObject({
        ...{ receiptId: expect.any(String), totalUsd: 110.05, currency: 'USD' },
        ...{ createdAt: expect.any(Number), status: 'generated' },
      })
      expect(answer.body.receipt.lineItems).toEqual([
        { label: 'Haircut', priceUsd: 100 },
        { label: 'Tax', priceUsd: 9.5 },
        { label: 'Processing Fee', priceUsd: 0.55 },
      ])
    })

    test('behavior: amount is the native base, in currency, default USD', async () => {
      const euros = (await ring({ amount: 100, currency: 'EUR', taxRate: 0.095 })).body.receipt
      expect(euros).toMatchObject({ currency: 'EUR', total: 110.05, totalUsd: 118.85 })
      const dollars = (await ring({ amount: 10, jurisdictionCode: 'US-CA' })).body.receipt
      expect(dollars).toMatchObject({ currency: 'USD', total: 10.78, totalUsd: 10.78 })
      expect(dollars.lineItems[0]).toMatchObject({ label: 'Payment', amount: 10 })
    })

    test.each([
      {},
      { amount: 1, amountUsd: 1 },
      { amountUsd: 0 },
      { amount: -1 },
      { amount: 1.005 },
    ])('error: 400 invalid_amount for %o', async (body) => {
      expect(await refuse(body)).toBe('400 invalid_amount')
    })

    test('error: 403 with a developer key, 403 split_required without a split', async () => {
      expect(await refuse({ amountUsd: 5 }, service.program)).toBe('403 forbidden')
      const { ask } = await service.signIn(service.demo.otherMerchant.merchantPrivateKey)
      expect(await refuse({ amountUsd: 5 }, ask)).toBe('403 split_required')
    })
  })
}
