import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type Address, checksumAddress, knownAddress } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { paymentEntries, saleEntries } from '../../ledger/entries.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { post, reversePosting } from '../../ledger/post.js'

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

/** Creates a receipt of ten dollars paid in cash. */
async function aPaidReceipt(): Promise<Seller> {
  const seller = await anUnpaidReceipt()
  const paidResponse = await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
  expect(paidResponse.statusCode, paidResponse.body).toBe(200)
  return seller
}

async function anUnpaidReceipt(): Promise<Seller> {
  const seller = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  const body = { id: receiptId, lineItems, totalUsd: 10 }
  expect((await seller.post('/api/receipts', body)).statusCode).toBe(201)
  return seller
}

async function send(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  return [response.statusCode, response.json().error ?? response.json()]
}

const token = knownAddress(`0x${'11'.repeat(20)}`)

/** Posts a payment of ten dollars in a token, as settlement does. */
async function pay(merchant: Address): Promise<void> {
  const units = baseUnits(10_000_000n)
  const amount = { asset: assetName({ chainId: 84532, token }), units, usdMicros: micros(units) }
  const posting = { merchant, receiptId, at: app.ctx.now(), transactionHash: null }
  const legs = [{ account: merchant, units }]
  const entries = paymentEntries({ ...amount, legs })
  await post(app.ctx, { ...posting, key: 'payment:1', kind: 'payment', entries })
  const none = micros(0n)
  const bill = { salesMicros: micros(units), taxes: [], feeMicros: none, platformMicros: none }
  const sold = saleEntries({ portions: [amount], bill, platformBps: 50 })
  await post(app.ctx, { ...posting, key: 'sale:1', kind: 'sale', entries: sold })
}

const done = [200, { ok: true }]
const shown = async (seller: Seller) => (await seller.get(`/api/receipts/${receiptId}`)).json()

describe('POST /api/receipts/refund', () => {
  test('behavior: counts a repeated request once', async () => {
    const seller = await aPaidReceipt()
    const headers = { ...seller.owner.headers, 'idempotency-key': 'refund-1' }
    for (let round = 0; round < 3; round += 1) {
      const repeatedResponse = await app.inject({ method: 'POST', url, headers, payload: refund() })
      expect(repeatedResponse.json()).toEqual({ ok: true })
    }
    expect(await shown(seller)).toMatchObject({ refundedUsd: 4 })
  })

  test('default: a partial refund keeps the status', async () => {
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
        confirmed: false,
        by,
        createdAt: app.ctx.now(),
      },
    ])
    expect(receipt.timeline.at(-1)).toEqual({
      status: 'refund_partial',
      previousStatus: 'paid',
      at: app.ctx.now(),
      by,
      note: 'cold',
      transactionHash,
      usd: 4,
    })
  })

  test('behavior: a full refund makes the receipt refunded', async () => {
    const seller = await aPaidReceipt()
    expect(await send(seller, refund({ usd: 10, txHash, reason: 'broken' }))).toEqual(done)
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'refunded', refundStatus: 'full', refundedUsd: 10 })
    expect(receipt.timeline.at(-1)).toMatchObject({
      status: 'refunded',
      previousStatus: 'paid',
      note: 'broken',
      transactionHash: txHash.toLowerCase(),
    })
  })

  test('behavior: refunds in parts, to the cent', async () => {
    const seller = await aPaidReceipt()
    for (const usd of [3.33, 3.33, 3.33]) expect(await send(seller, refund({ usd }))).toEqual(done)
    expect(await send(seller, refund({ usd: 0.02 }))).toEqual([400, 'invalid_usd'])
    expect(await shown(seller)).toMatchObject({ status: 'paid', refundedUsd: 9.99 })
    expect(await send(seller, refund({ usd: 0.01 }))).toEqual(done)
    const receipt = await shown(seller)
    expect(receipt).toMatchObject({ status: 'refunded', refundedUsd: 10 })
    expect(receipt.refunds).toHaveLength(4)
  })

  test('behavior: counts a repeated transaction once, ignoring case', async () => {
    const seller = await aPaidReceipt()
    expect(await send(seller, refund({ usd: 10, txHash }))).toEqual(done)
    expect(await send(seller, refund({ usd: 10, txHash: txHash.toLowerCase() }))).toEqual(done)
    expect((await shown(seller)).refunds).toHaveLength(1)
  })

  test('behavior: concurrent refunds never exceed the payment', async () => {
    const seller = await aPaidReceipt()
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(seller, refund())))
    expect(responses.map(([, code]) => code).filter((code) => code === 'invalid_usd')).toHaveLength(
      6,
    )
    expect((await shown(seller)).refundedUsd).toBe(8)
    const samePaidReceipt = await aPaidReceipt()
    await Promise.all(Array.from({ length: 8 }, () => send(samePaidReceipt, refund({ txHash }))))
    expect((await shown(samePaidReceipt)).refunds).toHaveLength(1)
  })

  test('behavior: refunds requested and reconciled receipts', async () => {
    for (const status of ['reconciled', 'refund_requested']) {
      const seller = await aPaidReceipt()
      await seller.act('/api/receipts/status', { receiptId, status })
      expect(await send(seller, refund())).toEqual(done)
      expect(await shown(seller)).toMatchObject({ status, refundedUsd: 4 })
    }
  })

  test('behavior: adds an audit entry', async () => {
    const seller = await aPaidReceipt()
    await send(seller, refund())
    const { rows } = await app.ctx.db.query(
      `select target, after from audit_entries where merchant = $1 and action = 'receipt.refunded'`,
      [seller.wallet],
    )
    expect(rows).toEqual([{ target: receiptId, after: { usd: 4, buyer } }])
  })

  test('behavior: posts the refund as owed to the buyer', async () => {
    const seller = await aPaidReceipt()
    for (const usd of [4, 6]) expect(await send(seller, refund({ usd }))).toEqual(done)
    const { accounts, isBalanced } = await getTrialBalance(app.ctx, seller.wallet)
    expect(isBalanced).toBe(true)
    expect(accounts.map((sum) => [sum.account, sum.debitUnits - sum.creditUnits])).toEqual([
      ['customer_credit', 0n],
      ['due:manual', 0n],
      ['manual', 1_000n],
      ['proceeds', 0n],
      ['refund_payable', -1_000n],
      ['refunds', 1_000n],
      ['sales', -1_000n],
    ])
    const { rows } = await app.ctx.db.query(
      'select token, units, restock from refunds where merchant = $1',
      [seller.wallet],
    )
    expect(rows).toEqual([0, 1].map(() => ({ token: null, units: null, restock: false })))
  })

  test('behavior: refunds in the token of the payment', async () => {
    const seller = await aPaidReceipt()
    const merchant = seller.wallet
    const key = `sale-mark:${receiptId}:1`
    await reversePosting(app.ctx, { merchant, key, at: app.ctx.now() })
    await pay(merchant)
    expect(await send(seller, refund())).toEqual(done)
    const { rows } = await app.ctx.db.query(
      'select token, units from refunds where merchant = $1',
      [merchant],
    )
    expect(rows).toEqual([{ token, units: '4000000' }])
    const { accounts } = await getTrialBalance(app.ctx, merchant)
    expect(accounts).toContainEqual({
      account: `due:${merchant}`,
      asset: assetName({ chainId: 84532, token }),
      debitUnits: 4_000_000n,
      creditUnits: 10_000_000n,
      usdMicros: -6_000_000n,
    })
  })

  test('behavior: restocks once', async () => {
    const seller = await aSeller(app, {
      items: [
        { sku: 'TEA', name: 'Tea', priceUsd: 10, stockQty: 5 },
        { sku: 'AIR', name: 'Air', priceUsd: 1 },
      ],
    })
    const ordered = [
      { sku: 'TEA', qty: 3 },
      { sku: 'AIR', qty: 1 },
    ]
    const { receipt } = (await seller.post('/api/orders', { items: ordered })).json()
    const id = { receiptId: receipt.receiptId }
    await seller.act('/api/receipts/status', { ...id, status: 'paid' })
    const stock = async () => {
      const response = await seller.get(`/api/inventory?q=TEA`)
      return response.json().items[0].stockQty
    }
    expect(await stock()).toBe(2)

    const items = [{ label: 'Tea', priceUsd: 10, qty: 1, sku: 'TEA' }]
    expect(await send(seller, refund({ ...id, usd: 10.05, items }))).toEqual(done)
    expect(await stock()).toBe(2)
    const again = refund({ ...id, usd: 10.05, items, restock: true, txHash })
    for (let round = 0; round < 2; round += 1) expect(await send(seller, again)).toEqual(done)
    expect(await stock()).toBe(3)
    const rest = refund({ ...id, usd: receipt.totalUsd - 20.1, restock: true })
    expect(await send(seller, { ...rest, usd: 1 })).toEqual([400, 'invalid_input'])
    expect(await send(seller, { ...rest, usd: Number(rest.usd.toFixed(2)) })).toEqual(done)
    expect(await stock()).toBe(5)
  })

  test.each([
    ['nothing at all', {}, 'missing_receipt_id'],
    ['an empty id', refund({ receiptId: '', buyer: 'x', usd: 0 }), 'missing_receipt_id'],
    ['an id that is not text', refund({ receiptId: 1 }), 'missing_receipt_id'],
    ['no buyer, before the amount', { receiptId, usd: 0 }, 'invalid_buyer'],
    ['a buyer that is not a wallet', refund({ buyer: 'Ada' }), 'invalid_buyer'],
    ['a buyer that is not text', refund({ buyer: 7 }), 'invalid_buyer'],
    ['the zero address', refund({ buyer: `0x${'0'.repeat(40)}` }), 'invalid_buyer'],
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
    ['items that are not a list', refund({ items: {} }), 'invalid_input'],
    ['another amount than that of the items', refund({ items: [{ label: 'Tea' }] }), 'invalid_usd'],
    ['an item without a name', refund({ items: [{ priceUsd: 4 }] }), 'invalid_input'],
    ['an item of 0', refund({ items: [{ label: 'T', priceUsd: 1, qty: 0 }] }), 'invalid_input'],
    ['a short hash', refund({ txHash: '0xab' }), 'invalid_input'],
    ['a long reason', refund({ reason: 'x'.repeat(501) }), 'invalid_input'],
  ])('error: %s', async (_name, payload, error) => {
    const seller = await aPaidReceipt()
    expect(await send(seller, payload)).toEqual([400, error])
    expect(await shown(seller)).toMatchObject({ status: 'paid', refunds: [] })
  })

  test('error: refuses an unpaid receipt, even with a refund request', async () => {
    const seller = await anUnpaidReceipt()
    for (const status of ['pending', 'checkout_success', 'refund_requested']) {
      await app.ctx.db.query('update receipts set status = $2 where merchant = $1', [
        seller.wallet,
        status,
      ])
      expect(await send(seller, refund())).toEqual([400, 'invalid_input'])
    }
    expect(await shown(seller)).toMatchObject({ status: 'refund_requested', refunds: [] })
  })

  test('behavior: records money that was returned elsewhere', async () => {
    const seller = await aPaidReceipt()
    const { buyer: _, ...returned } = refund({ elsewhere: true })
    expect(await send(seller, { ...returned, txHash })).toEqual([400, 'invalid_input'])
    expect(await send(seller, returned)).toEqual(done)
    expect(await shown(seller)).toMatchObject({
      refundedUsd: 4,
      refunds: [{ usd: 4, buyer: null, txHash: null, confirmed: false }],
    })
  })

  test('error: refuses a fully refunded receipt', async () => {
    const seller = await aPaidReceipt()
    await send(seller, refund({ usd: 10 }))
    const response = await seller.act(url, refund({ usd: 0.01 }))
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'invalid_usd', message: expect.stringContaining('0.00 USD') },
    ])
  })

  test('error: returns not_found for an unknown or foreign receipt', async () => {
    await aPaidReceipt()
    const seller = await aSeller(app)
    expect(await send(seller, refund())).toEqual([404, 'not_found'])
    expect(await send(seller, refund({ receiptId: 'r-2' }))).toEqual([404, 'not_found'])
  })

  test('error: refuses a malformed or foreign wallet', async () => {
    const [seller, other] = [await aPaidReceipt(), await aPaidReceipt()]
    expect(await send(seller, refund({ wallet: 'x' }))).toEqual([400, 'invalid_wallet'])
    expect(await send(seller, refund({ wallet: other.wallet }))).toEqual([403, 'forbidden'])
  })

  test('error: refuses a key, no authentication, and a session without its CSRF token', async () => {
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
  ] as const)('behavior: as %s the response is %i', async (role, code) => {
    const seller = await aPaidReceipt()
    const { headers } = await aMember(app, { merchant: seller.wallet, role })
    const payload = refund({ wallet: seller.wallet })
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(code)
  })
})
