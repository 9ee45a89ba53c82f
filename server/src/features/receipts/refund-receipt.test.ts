import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import { aMember, aSeller, type Seller } from './seller.properties.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/refund'
const receiptId = 'r-1'
const buyer = aWallet()
const txHash = `0x${'Ab'.repeat(32)}`
const refund = (fields: object = {}) => ({ receiptId, buyer, usd: 4, ...fields })

/** A receipt of ten dollars that was paid in cash. */
async function aPaidReceipt(): Promise<Seller> {
  const seller = await anUnpaidReceipt()
  const paid = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(paid.statusCode, paid.body).toBe(200)
  return seller
}

async function anUnpaidReceipt(): Promise<Seller> {
  const seller = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  const body = { id: receiptId, lineItems, totalUsd: 10 }
  expect((await seller.post('/api/receipts', body)).statusCode).toBe(201)
  return seller
}

async function give(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  return [response.statusCode, response.json().error ?? response.json()]
}

const done = [200, { ok: true }]
const shown = async (seller: Seller) => (await seller.get(`/api/receipts/${receiptId}`)).json()

describe('POST /api/receipts/refund', () => {
  test('behavior: the same request under one idempotency key counts once', async () => {
    const seller = await aPaidReceipt()
    const headers = { ...seller.owner.headers, 'idempotency-key': 'refund-1' }
    for (let round = 0; round < 3; round += 1) {
      const again = await app.inject({ method: 'POST', url, headers, payload: refund() })
      expect(again.json()).toEqual({ ok: true })
    }
    expect(await shown(seller)).toMatchObject({ refundedUsd: 4 })
  })

  test('default: a part leaves the status', async () => {
    const seller = await aPaidReceipt()
    const items = [{ label: 'Tea', priceUsd: 4, qty: 1 }]
    const response = await seller.act(url, refund({ items, txHash, reason: 'cold' }))
    expect(response.json()).toEqual({ ok: true })
    expect(response.headers['x-correlation-id']).toBeTruthy()

    const by = checksumAddress(seller.wallet)
    const transactionHash = txHash.toLowerCase()
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'paid', refundStatus: 'partial', refundedUsd: 4 })
    expect(receipt.refunds).toEqual([
      {
        refundId: expect.stringMatching(/^rfnd_/),
        usd: 4,
        buyer: checksumAddress(buyer),
        items,
        txHash: transactionHash,
        reason: 'cold',
        by,
        createdAt: app.ctx.now(),
      },
    ])
    expect(receipt.timeline.at(-1)).toEqual({
      ...{ status: 'refund_partial', previousStatus: 'paid', at: app.ctx.now(), by },
      ...{ note: 'cold', transactionHash, usd: 4 },
    })
  })

  test('behavior: all of it makes the receipt refunded', async () => {
    const seller = await aPaidReceipt()
    expect(await give(seller, refund({ usd: 10, txHash, reason: 'broken' }))).toEqual(done)
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'refunded', refundStatus: 'full', refundedUsd: 10 })
    expect(receipt.timeline.at(-1)).toMatchObject({
      ...{ status: 'refunded', previousStatus: 'paid' },
      ...{ note: 'broken', transactionHash: txHash.toLowerCase() },
    })
  })

  test('behavior: also in parts, to the cent', async () => {
    const seller = await aPaidReceipt()
    for (const usd of [3.33, 3.33, 3.33]) expect(await give(seller, refund({ usd }))).toEqual(done)
    expect(await give(seller, refund({ usd: 0.02 }))).toEqual([400, 'invalid_usd'])
    expect(await shown(seller)).toMatchObject({ status: 'paid', refundedUsd: 9.99 })
    expect(await give(seller, refund({ usd: 0.01 }))).toEqual(done)
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'refunded', refundedUsd: 10 })
    expect(receipt.refunds).toHaveLength(4)
  })

  test('behavior: the same transaction twice counts once, however it is written', async () => {
    const seller = await aPaidReceipt()
    expect(await give(seller, refund({ usd: 10, txHash }))).toEqual(done)
    expect(await give(seller, refund({ usd: 10, txHash: txHash.toLowerCase() }))).toEqual(done)
    expect((await shown(seller)).refunds).toHaveLength(1)
  })

  test('behavior: at the same time, no more is given back than was paid', async () => {
    const seller = await aPaidReceipt()
    const answers = await Promise.all(Array.from({ length: 8 }, () => give(seller, refund())))
    expect(answers.map(([, word]) => word).filter((word) => word === 'invalid_usd')).toHaveLength(6)
    expect((await shown(seller)).refundedUsd).toBe(8)
    const same = await aPaidReceipt()
    await Promise.all(Array.from({ length: 8 }, () => give(same, refund({ txHash }))))
    expect((await shown(same)).refunds).toHaveLength(1)
  })

  test('behavior: what was asked for, and what was matched, can be given back', async () => {
    for (const status of ['reconciled', 'refund_requested']) {
      const seller = await aPaidReceipt()
      await seller.act('/api/receipts/status', { receiptId, status })
      expect(await give(seller, refund())).toEqual(done)
      expect(await shown(seller)).toMatchObject({ status, refundedUsd: 4 })
    }
  })

  test('behavior: it is in the audit log', async () => {
    const seller = await aPaidReceipt()
    await give(seller, refund())
    const { rows } = await app.ctx.db.query(
      `select target, after from audit_entries where merchant = $1 and action = 'receipt.refunded'`,
      [seller.wallet],
    )
    expect(rows).toEqual([{ target: receiptId, after: { usd: 4, buyer } }])
  })

  test.each([
    ['nothing at all', {}, 'missing_receipt_id'],
    ['an empty id', refund({ receiptId: '', buyer: 'x', usd: 0 }), 'missing_receipt_id'],
    ['an id that is no text', refund({ receiptId: 1 }), 'missing_receipt_id'],
    ['no buyer, before the amount', { receiptId, usd: 0 }, 'invalid_buyer'],
    ['a buyer who is no wallet', refund({ buyer: 'Ada' }), 'invalid_buyer'],
    ['a buyer who is no text', refund({ buyer: 7 }), 'invalid_buyer'],
    [
      'a buyer with a wrong checksum',
      refund({ buyer: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }),
      'invalid_buyer',
    ],
    ['no amount', { receiptId, buyer }, 'invalid_usd'],
    ['nothing', refund({ usd: 0 }), 'invalid_usd'],
    ['less than nothing', refund({ usd: -1 }), 'invalid_usd'],
    ['three decimals', refund({ usd: 1.001 }), 'invalid_usd'],
    ['an amount in quotes', refund({ usd: '1' }), 'invalid_usd'],
    ['more than was paid', refund({ usd: 10.01 }), 'invalid_usd'],
    ['far more than was paid', refund({ usd: 1e300 }), 'invalid_usd'],
    ['items that are no list', refund({ items: {} }), 'invalid_input'],
    ['an item without a price', refund({ items: [{ label: 'Tea' }] }), 'invalid_input'],
    ['an item of 0', refund({ items: [{ label: 'T', priceUsd: 1, qty: 0 }] }), 'invalid_input'],
    ['a short hash', refund({ txHash: '0xab' }), 'invalid_input'],
    ['a long reason', refund({ reason: 'x'.repeat(501) }), 'invalid_input'],
  ])('error: %s', async (_name, payload, error) => {
    const seller = await aPaidReceipt()
    expect(await give(seller, payload)).toEqual([400, error])
    expect(await shown(seller)).toMatchObject({ status: 'paid', refunds: [] })
  })

  test('error: what was never paid, also when it is asked back', async () => {
    const seller = await anUnpaidReceipt()
    expect(await give(seller, refund())).toEqual([400, 'invalid_input'])
    for (const status of ['checkout_success', 'refund_requested']) {
      await seller.act('/api/receipts/status', { receiptId, status })
      expect(await give(seller, refund())).toEqual([400, 'invalid_input'])
    }
    expect(await shown(seller)).toMatchObject({ status: 'refund_requested', refunds: [] })
  })

  test('error: what was given back already', async () => {
    const seller = await aPaidReceipt()
    await give(seller, refund({ usd: 10 }))
    expect(await give(seller, refund({ usd: 1 }))).toEqual([400, 'invalid_input'])
  })

  test("error: another merchant's, and one that is not there", async () => {
    await aPaidReceipt()
    const seller = await aSeller(app)
    expect(await give(seller, refund())).toEqual([404, 'not_found'])
    expect(await give(seller, refund({ receiptId: 'r-2' }))).toEqual([404, 'not_found'])
  })

  test('error: a wallet that is malformed, or of somebody else', async () => {
    const [seller, other] = [await aPaidReceipt(), await aPaidReceipt()]
    expect(await give(seller, refund({ wallet: 'x' }))).toEqual([400, 'invalid_wallet'])
    expect(await give(seller, refund({ wallet: other.wallet }))).toEqual([403, 'forbidden'])
  })

  test('error: a key, nobody, and an owner without the CSRF token', async () => {
    const seller = await aPaidReceipt()
    const post = async (headers: Record<string, string>) => {
      const response = await app.inject({ method: 'POST', url, headers, payload: refund() })
      return [response.statusCode, response.json().error]
    }
    expect(await post(seller.headers)).toEqual([403, 'forbidden'])
    expect(await post({})).toEqual([401, 'unauthorized'])
    expect(await post({ cookie: seller.owner.cookie })).toEqual([403, 'forbidden'])
    expect(await shown(seller)).toMatchObject({ refunds: [] })
  })

  test.each([
    ['admin', 200],
    ['cashier', 403],
    ['viewer', 403],
  ] as const)('behavior: %s gets %i', async (role, code) => {
    const seller = await aPaidReceipt()
    const { headers } = await aMember(app, { merchant: seller.wallet, role })
    const payload = refund({ wallet: seller.wallet })
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(code)
  })
})
