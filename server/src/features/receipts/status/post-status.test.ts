import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../../test/fixtures/factories.js'
import { postPayment } from '../../../../test/fixtures/posted-payment.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { checksumAddress } from '../../../lib/hex.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/status'
const receiptId = 'r-1'
const tracking = ['link_opened', 'buyer_logged_in', 'checkout_initialized']

async function aReceipt(): Promise<Seller> {
  const seller = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 4.5 }]
  const body = { id: receiptId, lineItems, totalUsd: 4.5 }
  expect((await seller.post('/api/receipts', body)).statusCode).toBe(201)
  return seller
}

const shown = async (seller: Seller) => (await seller.get(`/api/receipts/${receiptId}`)).json()

async function byKey(seller: Seller, payload: object) {
  const response = await seller.post(url, payload)
  return [response.statusCode, response.json().error ?? response.json()]
}

async function byOwner(seller: Seller, status: string, fields: object = {}) {
  const response = await seller.act(url, { receiptId, status, ...fields })
  return [response.statusCode, response.json().error ?? response.json()]
}

const done = [200, { ok: true }]

const setStatus = (seller: Seller, status: string) =>
  app.ctx.db.query('update receipts set status = $2 where merchant = $1', [seller.wallet, status])

const payOneDollar = ({ wallet: merchant }: Seller) =>
  postPayment(app.ctx, { merchant, receiptId, key: 'pay:1', units: 1_000_000n })

describe('POST /api/receipts/status, with a key', () => {
  test('default', async () => {
    const seller = await aReceipt()
    const response = await seller.post(url, { receiptId, status: 'link_opened' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ok: true })
    expect(response.headers['x-correlation-id']).toBeTruthy()
    expect(await shown(seller)).toMatchObject({
      status: 'link_opened',
      timeline: [
        { status: 'pending' },
        { status: 'link_opened', previousStatus: 'pending', by: seller.keyId },
      ],
    })
  })

  test('behavior: accepts the tracking statuses in any order, with a note', async () => {
    const seller = await aReceipt()
    for (const status of [...tracking, ...tracking.toReversed()]) {
      expect(await byKey(seller, { receiptId, status, note: 'page 2' })).toEqual(done)
      expect(await shown(seller)).toMatchObject({ status })
    }
    expect((await shown(seller)).timeline[1]).toMatchObject({ note: 'page 2' })
  })

  test('behavior: needs no scope', async () => {
    const seller = await aReceipt()
    const { apiKey } = await aDeveloper(app.ctx, { wallet: seller.wallet, scopes: [] })
    const headers = { 'x-api-key': apiKey }
    const payload = { receiptId, status: 'link_opened' }
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
  })

  test('behavior: adds one entry for a repeated status', async () => {
    const seller = await aReceipt()
    await byKey(seller, { receiptId, status: 'link_opened' })
    const before = await shown(seller)
    app.ctx.clock.advance(1)
    expect(await byKey(seller, { receiptId, status: 'link_opened' })).toEqual(done)
    expect(await shown(seller)).toEqual(before)
  })

  test('behavior: concurrent posts each add one entry', async () => {
    const seller = await aReceipt()
    const posts = Array.from({ length: 12 }, (_, index) =>
      byKey(seller, { receiptId, status: tracking[index % 3] }),
    )
    expect(new Set((await Promise.all(posts)).map(([code]) => code))).toEqual(new Set([200]))
    const { timeline, status } = await shown(seller)
    expect(timeline.at(-1).status).toBe(status)
    for (const [index, entry] of timeline.entries()) {
      expect(entry.previousStatus).toBe(index === 0 ? null : timeline[index - 1].status)
    }
  })

  test('behavior: a settled receipt keeps its status and records the post', async () => {
    const seller = await aReceipt()
    await byOwner(seller, 'paid')
    expect(await byKey(seller, { receiptId, status: 'link_opened' })).toEqual(done)
    expect(await shown(seller)).toMatchObject({
      status: 'paid',
      timeline: [{}, {}, { status: 'link_opened', previousStatus: 'paid', kept: 'paid' }],
    })
  })

  test('behavior: ignores a wallet in the body', async () => {
    const [seller, other] = [await aReceipt(), await aReceipt()]
    const status = 'link_opened'
    expect(await byKey(seller, { receiptId, status, wallet: other.wallet })).toEqual(done)
    expect(await byKey(seller, { receiptId, status, wallet: 'nonsense' })).toEqual(done)
    expect(await shown(other)).toMatchObject({ status: 'pending' })
  })

  test.each(receiptStatuses.filter((status) => !tracking.includes(status)))(
    'error: refuses %s from a key',
    async (status) => {
      const seller = await aReceipt()
      expect(await byKey(seller, { receiptId, status })).toEqual([403, 'forbidden'])
      expect(await shown(seller)).toMatchObject({ status: 'pending' })
    },
  )

  test.each([
    ['nothing at all', {}, 'missing_receipt_id'],
    ['no id', { status: 'nonsense' }, 'missing_receipt_id'],
    ['an empty id', { receiptId: '', status: 'paid' }, 'missing_receipt_id'],
    ['an id that is not text', { receiptId: 7, status: 'paid' }, 'missing_receipt_id'],
    ['no status', { receiptId: 'unknown' }, 'missing_status'],
    ['an empty status', { receiptId, status: '' }, 'missing_status'],
    ['a status that is not text', { receiptId, status: 7 }, 'missing_status'],
    ['an unknown status', { receiptId, status: 'done' }, 'invalid_input'],
    ['another spelling', { receiptId, status: 'LINK_OPENED' }, 'invalid_input'],
    ['a note of two lines', { receiptId, status: 'link_opened', note: 'a\nb' }, 'invalid_input'],
  ])('error: %s', async (_name, payload, error) => {
    expect(await byKey(await aReceipt(), payload)).toEqual([400, error])
  })

  test('error: returns not_found for an unknown or foreign receipt', async () => {
    const [seller, other] = [await aSeller(app), await aReceipt()]
    const status = 'link_opened'
    expect(await byKey(seller, { receiptId, status })).toEqual([404, 'not_found'])
    expect(await byKey(seller, { receiptId: 'r-2', status })).toEqual([404, 'not_found'])
    expect(await shown(other)).toMatchObject({ status: 'pending' })
  })

  test('error: returns 401 without authentication', async () => {
    const payload = { receiptId, status: 'link_opened' }
    expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
  })
})

describe('POST /api/receipts/status, by staff', () => {
  test('default: sets paid, then reconciled', async () => {
    const seller = await aReceipt()
    const by = checksumAddress(seller.wallet)
    expect(await byOwner(seller, 'paid', { note: 'cash' })).toEqual(done)
    expect(await shown(seller)).toMatchObject({
      status: 'paid',
      marked: true,
      transactionHash: null,
      timeline: [{}, { status: 'paid', previousStatus: 'pending', by, note: 'cash', marked: true }],
    })
    expect(await byOwner(seller, 'reconciled')).toEqual(done)
    expect(await shown(seller)).toMatchObject({ status: 'reconciled', marked: true })
  })

  test('behavior: adds one audit entry, even for a repeated status', async () => {
    const seller = await aReceipt()
    for (const status of ['paid', 'paid', 'link_opened']) await byOwner(seller, status)
    const { rows } = await app.ctx.db.query(
      `select action, target, before, after from audit_entries
       where merchant = $1 and action like 'receipt.%'`,
      [seller.wallet],
    )
    expect(rows).toEqual([
      {
        action: 'receipt.status_set',
        target: receiptId,
        before: { status: 'pending' },
        after: { status: 'paid' },
      },
    ])
    expect((await shown(seller)).timeline.map((entry: { status: string }) => entry.status)).toEqual(
      ['pending', 'paid', 'link_opened'],
    )
  })

  test('behavior: sets failed with a given or default code, and stays payable', async () => {
    const seller = await aReceipt()
    expect(await byOwner(seller, 'failed')).toEqual(done)
    expect(await shown(seller)).toMatchObject({
      failureCode: 'PORTAL_SESSION_CANCELLED',
      failureCategory: 'session',
      // Describes a payment, and there was none.
      marked: false,
      timeline: [{}, { status: 'failed', marked: true }],
    })
    expect(await byOwner(seller, 'paid')).toEqual(done)
    expect(await shown(seller)).not.toHaveProperty('failureCode')
  })

  test('behavior: lets an admin set the status for the named merchant', async () => {
    const seller = await aReceipt()
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const post = (fields: object) =>
      app.inject({
        method: 'POST',
        url,
        headers,
        payload: { receiptId, status: 'paid', ...fields },
      })
    expect((await post({})).statusCode).toBe(404)
    expect((await post({ wallet: seller.wallet })).json()).toEqual({ ok: true })
    expect((await post({ wallet: 'nonsense' })).json()).toMatchObject({ error: 'invalid_wallet' })
    expect((await post({ wallet: (await aSeller(app)).wallet })).statusCode).toBe(403)
  })

  test('behavior: lets a cashier set tracking statuses only', async () => {
    const seller = await aReceipt()
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    const act = (to: string, payload: object) =>
      app.inject({
        method: 'POST',
        url: to,
        headers,
        payload: { wallet: seller.wallet, ...payload },
      })
    const sale = await act('/api/receipts/terminal', { amountUsd: 1 })
    const own = sale.json().receipt.receiptId
    const post = async (status: string, id = own) =>
      (await act(url, { receiptId: id, status })).statusCode
    expect(await post('link_opened')).toBe(200)
    for (const status of ['paid', 'failed', 'reconciled', 'refunded', 'checkout_success']) {
      expect(await post(status)).toBe(403)
    }
    const { status } = (await seller.get(`/api/receipts/${own}`)).json()
    expect(status).toBe('link_opened')
    // The sale of another seller looks like an unknown one.
    expect(await post('link_opened', receiptId)).toBe(404)
  })

  test('behavior: moves from checkout_success to paid to refund_requested', async () => {
    const seller = await aReceipt()
    for (const status of ['checkout_success', 'paid', 'refund_requested']) {
      expect(await byOwner(seller, status)).toEqual(done)
      expect(await shown(seller)).toMatchObject({ status })
    }
  })

  test('error: refuses refund_requested before any money came in', async () => {
    const seller = await aReceipt()
    for (const status of ['refund_requested', 'checkout_success', 'refund_requested', 'failed']) {
      const [code] = await byOwner(seller, status)
      expect([status, code]).toEqual([status, status === 'refund_requested' ? 400 : 200])
    }
    expect(await byOwner(seller, 'refund_requested')).toEqual([400, 'invalid_input'])
    expect(await shown(seller)).toMatchObject({ status: 'failed' })
  })

  test.each(['tx_mined', 'recipient_validated', 'tx_mismatch', 'completed', 'reconciled'])(
    'behavior: accepts refund_requested from %s',
    async (status) => {
      const seller = await aReceipt()
      await setStatus(seller, status)
      expect(await byOwner(seller, 'refund_requested')).toEqual(done)
      expect(await shown(seller)).toMatchObject({ status: 'refund_requested' })
    },
  )

  test('behavior: accepts refund_requested after a partial payment', async () => {
    const seller = await aReceipt()
    await payOneDollar(seller)
    expect(await byOwner(seller, 'refund_requested')).toEqual(done)
  })

  test('behavior: refunded records a refund of everything left, as the refund endpoint does', async () => {
    const seller = await aReceipt()
    await byOwner(seller, 'paid')
    const buyer = aWallet()
    await seller.act('/api/receipts/refund', { receiptId, buyer, usd: 1 })
    app.ctx.clock.advance(1)
    await app.ctx.db.query('update receipts set buyer_wallet = $2 where merchant = $1', [
      seller.wallet,
      buyer,
    ])
    expect(await byOwner(seller, 'refunded', { note: 'broken' })).toEqual(done)
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'refunded', refundStatus: 'full', refundedUsd: 4.5 })
    expect(receipt.refunds.at(-1)).toEqual({
      refundId: expect.stringMatching(/^rfnd_/),
      usd: 3.5,
      buyer: checksumAddress(buyer),
      items: [],
      txHash: null,
      reason: 'broken',
      confirmed: false,
      by: checksumAddress(seller.wallet),
      createdAt: app.ctx.now(),
    })
    const { accounts } = await getTrialBalance(app.ctx, seller.wallet)
    expect(accounts).toContainEqual(
      expect.objectContaining({ account: 'refunds', debitUnits: 450n }),
    )
    const { rows } = await app.ctx.db.query(
      `select action, after from audit_entries where merchant = $1 and action like 'receipt.%'
       order by seq desc limit 1`,
      [seller.wallet],
    )
    expect(rows).toEqual([{ action: 'receipt.refunded', after: { usd: 3.5, buyer } }])
  })

  test('behavior: refunded needs no wallet, and changes nothing when repeated', async () => {
    const seller = await aReceipt()
    for (const status of ['paid', 'refund_requested', 'refunded', 'refunded']) {
      expect(await byOwner(seller, status)).toEqual(done)
    }
    expect(await shown(seller)).toMatchObject({
      status: 'refunded',
      refunds: [{ usd: 4.5, buyer: null, txHash: null }],
    })
  })

  test('behavior: concurrent posts of refunded record one refund', async () => {
    const seller = await aReceipt()
    await byOwner(seller, 'paid')
    const posts = await Promise.all(Array.from({ length: 6 }, () => byOwner(seller, 'refunded')))
    expect(posts).toEqual(posts.map(() => done))
    expect((await shown(seller)).refunds).toHaveLength(1)
  })

  test('error: refuses refunded for a receipt that was never paid', async () => {
    const seller = await aReceipt()
    expect(await byOwner(seller, 'refunded')).toEqual([400, 'invalid_input'])
    await payOneDollar(seller)
    await byOwner(seller, 'refund_requested')
    expect(await byOwner(seller, 'refunded')).toEqual([400, 'invalid_input'])
    expect(await byOwner(seller, 'refunded', { receiptId: 'r-2' })).toEqual([404, 'not_found'])
    expect(await shown(seller)).toMatchObject({ status: 'refund_requested', refunds: [] })
  })

  test('behavior: declines a refund request', async () => {
    const seller = await aReceipt()
    for (const status of ['paid', 'refund_requested', 'paid']) {
      expect(await byOwner(seller, status)).toEqual(done)
    }
    expect(await shown(seller)).toMatchObject({ status: 'paid' })
  })

  test('behavior: records a repeated status of a settled receipt once', async () => {
    const seller = await aReceipt()
    expect(await byOwner(seller, 'paid')).toEqual(done)
    for (let round = 0; round < 3; round += 1) {
      expect(await byOwner(seller, 'link_opened')).toEqual(done)
    }
    const { timeline } = await shown(seller)
    expect(timeline.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'paid',
      'link_opened',
    ])
  })

  test('error: refuses reconciled before paid', async () => {
    const seller = await aReceipt()
    expect(await byOwner(seller, 'reconciled')).toEqual([400, 'invalid_input'])
    expect(await shown(seller)).toMatchObject({ status: 'pending' })
  })

  test('error: refuses failed for a paid receipt', async () => {
    const seller = await aReceipt()
    await byOwner(seller, 'paid')
    expect(await byOwner(seller, 'failed')).toEqual([400, 'invalid_input'])
  })

  test.each([
    'generated',
    'pending',
    'tx_mined',
    'recipient_validated',
    'tx_mismatch',
    'completed',
  ])('error: refuses %s from staff', async (status) => {
    expect(await byOwner(await aReceipt(), status)).toEqual([403, 'forbidden'])
  })

  test.each([['PORTAL_NONSENSE'], [''], [7]])(
    'error: refuses %j as a failure code',
    async (failureCode) => {
      expect(await byOwner(await aReceipt(), 'failed', { failureCode })).toEqual([
        400,
        'invalid_input',
      ])
    },
  )

  test('error: refuses a viewer, and an owner without the CSRF token', async () => {
    const seller = await aReceipt()
    const viewer = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const payload = { receiptId, status: 'link_opened', wallet: seller.wallet }
    for (const headers of [viewer.headers, { cookie: seller.owner.cookie }]) {
      const response = await app.inject({ method: 'POST', url, headers, payload })
      expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
    }
    expect(await shown(seller)).toMatchObject({ status: 'pending' })
  })
})
