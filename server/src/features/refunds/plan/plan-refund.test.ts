import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { checksumAddress } from '../../../lib/hex.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { HOUR_MS, MINUTE_MS } from '../../../lib/time.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import { networkOf } from '../../../platform/chain/networks.js'
import { findToken } from '../../../platform/chain/tokens.js'
import { paymentEntries, saleEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { transferRequest } from './plan-transfers.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/refund/plan'
const receiptId = 'r-1'
const [buyer, platform] = [aWallet(), aWallet()]
/** A transfer of the whole sale. */
const transfer = { chainId: 84532, to: buyer, usdCents: cents(1_000n), paid: true }
const liveChain = { config: { chainId: 84532 }, sandbox: null } as never
const onChain = { chainId: 84532, network: networkOf(liveChain) }

/** An unpaid receipt of ten dollars. */
async function aBill(): Promise<Seller> {
  const seller = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  const response = await seller.post('/api/receipts', { id: receiptId, lineItems, totalUsd: 10 })
  expect(response.statusCode, response.body).toBe(201)
  return seller
}

type PaidPart = {
  payer: typeof buyer | null
  units: bigint
  mismatch?: string
  state?: string
  posted?: number
}

/** The same receipt, paid on chain in USDC as settlement posts it. */
async function aSale(payments: readonly PaidPart[] = [{ payer: buyer, units: 10_000_000n }]) {
  const seller = await aBill()
  const merchant = seller.wallet
  const usdc = findToken(84532, 'USDC')
  if (!usdc) throw new Error('the chain has no USDC')
  await app.ctx.db.query(
    `update receipts set status = 'paid', buyer_wallet = $2 where merchant = $1`,
    [merchant, payments.at(-1)?.payer],
  )
  for (const [index, payment] of payments.entries()) {
    await app.ctx.db.query(
      `insert into payments (chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
         payout_address, block_number, block_hash, paid_at, state, mismatch, ledger_revision, created_at)
       values (84532, $1, $2, $1, $3, 'gateway', $4, $5, $6, $1, 1, $1, 0, $7, $8, $9, 0)`,
      [
        merchant,
        index,
        receiptId,
        usdc.address,
        payment.units,
        payment.payer,
        payment.state ?? 'confirmed',
        payment.mismatch ?? null,
        payment.posted ?? 1,
      ],
    )
  }
  await app.ctx.db.query(
    `insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
     values ($1, $2, 99, 'paid', 0, 'settlement')`,
    [merchant, receiptId],
  )
  const units = baseUnits(10_000_000n)
  const asset = assetName({ chainId: 84532, token: usdc.address })
  const amount = { asset, units, usdMicros: micros(units) }
  const posting = { merchant, receiptId, at: app.ctx.now(), transactionHash: null }
  const legs = [
    { account: merchant, units: baseUnits(9_950_000n) },
    { account: platform, units: baseUnits(50_000n) },
  ]
  const paidEntries = paymentEntries({ ...amount, legs })
  await post(app.ctx, { ...posting, key: 'pay:1', kind: 'payment', entries: paidEntries })
  const none = micros(0n)
  const bill = { salesMicros: micros(units), taxes: [], feeMicros: none, platformMicros: none }
  const entries = saleEntries({ portions: [amount], bill, platformBps: 50 })
  await post(app.ctx, { ...posting, key: 'sale:1', kind: 'sale', entries })
  return { seller, token: usdc.address }
}

async function plan(seller: Seller, payload: object) {
  const response = await seller.act(url, payload)
  return [response.statusCode, response.json().error ?? response.json().plan]
}

describe(`POST ${url}`, () => {
  test.each(['seen', 'confirmed'])(
    'behavior: sends nothing to a third party whose %s payment is not posted',
    async (state) => {
      const thirdParty = { payer: aWallet(), units: 95_000_000n, state, posted: 0 }
      const { seller, token } = await aSale([{ payer: buyer, units: 10_000_000n }, thirdParty])
      const units = baseUnits(10_000_000n)
      expect(await plan(seller, { receiptId })).toMatchObject([
        200,
        { transfers: [transferRequest({ ...transfer, token, units })] },
      ])
    },
  )

  test('default: plans a full refund to the payer', async () => {
    const { seller, token } = await aSale()
    const share = (address: typeof buyer, units: string) => ({
      address: checksumAddress(address),
      token: checksumAddress(token),
      units,
    })
    const units = baseUnits(10_000_000n)
    expect(await plan(seller, { receiptId })).toEqual([
      200,
      {
        ...onChain,
        usd: 10,
        tax: 0,
        fee: 0,
        shares: [[seller.wallet, '9950000'] as const, [platform, '50000'] as const]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([address, amount]) => share(address, amount)),
        transfers: [transferRequest({ ...transfer, token, units })],
        unverifiedPayers: [],
      },
    ])
  })

  test('behavior: plans a partial refund, then the rest', async () => {
    const { seller } = await aSale()
    expect(await plan(seller, { receiptId, usd: 4 })).toMatchObject([
      200,
      { usd: 4, transfers: [{ units: '4000000' }] },
    ])
    await seller.act('/api/receipts/refund', { receiptId, buyer, usd: 4 })
    expect(await plan(seller, { receiptId })).toMatchObject([
      200,
      { usd: 6, transfers: [{ units: '6000000' }] },
    ])
  })

  test('behavior: plans a refund of items', async () => {
    const { seller } = await aSale()
    const items = [{ label: 'Tea', priceUsd: 2.5 }]
    expect(await plan(seller, { receiptId, items })).toMatchObject([200, { usd: 2.5 }])
  })

  test('behavior: changes nothing', async () => {
    const { seller } = await aSale()
    const shown = async () => (await seller.get(`/api/receipts/${receiptId}`)).json()
    const before = await shown()
    await plan(seller, { receiptId })
    expect(await shown()).toEqual(before)
  })

  test('behavior: notes an unknown payer', async () => {
    const { seller } = await aSale([{ payer: null, units: 10_000_000n }])
    const [, planned] = await plan(seller, { receiptId })
    expect(planned).toMatchObject({
      transfers: [],
      note: expect.stringContaining('payer is unknown'),
    })
    expect(planned.shares).toHaveLength(2)
  })

  test('behavior: shares a refund among several payers', async () => {
    const friend = aWallet()
    const { seller } = await aSale([
      { payer: friend, units: 4_000_000n },
      { payer: buyer, units: 5_000_000n },
      { payer: buyer, units: 1_000_000n },
      { payer: aWallet(), units: 90_000_000n, mismatch: 'wrong_payout' },
      { payer: aWallet(), units: 90_000_000n, state: 'orphaned' },
    ])
    const [, planned] = await plan(seller, { receiptId })
    const to = (wallet: typeof buyer, units: string) => ({ to: checksumAddress(wallet), units })
    expect(planned).toMatchObject({ transfers: [to(buyer, '6000000'), to(friend, '4000000')] })
    expect(planned.transfers).toMatchObject([
      { symbol: 'USDC', amount: '6', usd: 6, paid: true },
      { symbol: 'USDC', amount: '4', usd: 4, paid: true },
    ])
    expect(planned.note).toBeUndefined()

    await seller.act('/api/receipts/refund', { receiptId, buyer, usd: 6 })
    expect(await plan(seller, { receiptId })).toMatchObject([
      200,
      { usd: 4, transfers: [to(friend, '4000000')] },
    ])
  })

  test('behavior: ignores a payer of a tiny amount', async () => {
    const { seller } = await aSale([
      { payer: buyer, units: 10_000_000n },
      { payer: aWallet(), units: 1n },
    ])
    const [, planned] = await plan(seller, { receiptId })
    expect(planned.transfers).toHaveLength(1)
    expect(planned.transfers).toMatchObject([{ to: checksumAddress(buyer), units: '10000000' }])
    expect(planned.note).toBeUndefined()
  })

  test('behavior: notes a partially unknown payer', async () => {
    const { seller } = await aSale([
      { payer: buyer, units: 6_000_000n },
      { payer: null, units: 4_000_000n },
    ])
    expect(await plan(seller, { receiptId })).toMatchObject([
      200,
      {
        transfers: [{ units: '6000000' }],
        note: expect.stringContaining('of a part is unknown'),
      },
    ])
  })

  test('behavior: notes a manual payment', async () => {
    const seller = await aBill()
    await seller.act('/api/receipts/status', { receiptId, status: 'paid' })
    expect(await plan(seller, { receiptId })).toEqual([
      200,
      {
        ...onChain,
        usd: 10,
        tax: 0,
        fee: 0,
        shares: [],
        transfers: [],
        unverifiedPayers: [],
        note: expect.stringContaining('manual payments'),
      },
    ])
  })

  test('behavior: plans the transfer of a refund that was recorded without one', async () => {
    const { seller, token } = await aSale()
    const post = (payload: object) =>
      seller.act('/api/receipts/refund', { receiptId, buyer, usd: 4, ...payload })
    await post({})
    const readRefunds = async () => (await seller.get(`/api/receipts/${receiptId}`)).json().refunds
    const [{ refundId }] = await readRefunds()
    const units = baseUnits(4_000_000n)
    expect(await plan(seller, { receiptId, refundId })).toMatchObject([
      200,
      {
        usd: 4,
        transfers: [transferRequest({ ...transfer, token, units, usdCents: cents(400n) })],
        unverifiedPayers: [],
      },
    ])

    const txHash = `0x${'ab'.repeat(32)}`
    expect(await plan(seller, { receiptId, refundId: 'rfnd_other' })).toEqual([404, 'not_found'])
    expect((await post({ refundId })).json()).toMatchObject({ error: 'invalid_input' })
    for (let round = 0; round < 2; round += 1) {
      expect((await post({ refundId, txHash })).statusCode).toBe(200)
    }
    expect(await readRefunds()).toMatchObject([{ refundId, txHash, usd: 4 }])
    expect(await plan(seller, { receiptId, refundId })).toEqual([409, 'conflict'])
    const other = { refundId, txHash: `0x${'cd'.repeat(32)}` }
    expect((await post(other)).json()).toMatchObject({ error: 'conflict' })
  })

  test('behavior: the wallet of a recorded refund is confirmed if it signed nothing', async () => {
    const { seller } = await aSale()
    const cashiersChoice = aWallet()
    await seller.act('/api/receipts/refund', { receiptId, buyer: cashiersChoice, usd: 4 })
    const { refunds } = (await seller.get(`/api/receipts/${receiptId}`)).json()
    const [{ refundId }] = refunds
    const wallet = checksumAddress(cashiersChoice)
    expect(await plan(seller, { receiptId, refundId })).toMatchObject([
      200,
      { transfers: [], unverifiedPayers: [{ address: wallet, amount: '4', paid: false }] },
    ])
    const confirmed = { receiptId, refundId, payers: [wallet] }
    expect(await plan(seller, confirmed)).toMatchObject([
      200,
      { transfers: [{ to: wallet, usd: 4, paid: false }], unverifiedPayers: [] },
    ])
  })

  test('behavior: before sending, the rules of the refund apply', async () => {
    const { seller } = await aSale()
    await seller.act('/api/shop/config', { refundLimitUsd: 5 })
    const sending = { receiptId, sending: true }
    expect(await plan(seller, sending)).toMatchObject([200, { usd: 10 }])
    await app.ctx.db.query('update sessions set verified_at = 0')
    expect(await plan(seller, { receiptId })).toMatchObject([200, { usd: 10 }])
    expect(await plan(seller, { ...sending, usd: 5 })).toMatchObject([200, { usd: 5 }])
    expect(await plan(seller, sending)).toEqual([403, 'step_up_required'])

    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'support' })
    const payload = { receiptId, wallet: seller.wallet }
    const act = (body: object) => app.inject({ method: 'POST', url, headers, payload: body })
    expect((await act(payload)).statusCode).toBe(200)
    expect((await act({ ...payload, sending: true })).json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'refunds:write',
    })
  })

  test('behavior: one person at a time signs, until the record, a release or 15 minutes', async () => {
    const { seller } = await aSale()
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const mine = { receiptId, sending: true, usd: 4, reservation: 'first-page' }
    const other = { ...mine, reservation: 'other-page', wallet: seller.wallet }
    const ask = (payload: object) => app.inject({ method: 'POST', url, headers, payload })
    const first = await seller.act(url, mine)
    const expiresAt = app.ctx.now() + 15 * MINUTE_MS
    expect(first.json()).toMatchObject({ reservation: { key: 'first-page', expiresAt } })
    const refused = await ask(other)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'conflict', heldBy: checksumAddress(seller.wallet), expiresAt },
    ])
    // A plan that is not sent needs no reservation, and the same page renews its own.
    expect((await ask({ ...other, sending: undefined, reservation: undefined })).statusCode).toBe(
      200,
    )
    app.ctx.clock.advance(8 * MINUTE_MS)
    expect((await seller.act(url, mine)).statusCode).toBe(200)
    app.ctx.clock.advance(8 * MINUTE_MS)
    expect((await ask(other)).statusCode).toBe(409)
    // A refund is not sent without a reservation while another person signs.
    expect((await ask({ ...other, reservation: undefined })).statusCode).toBe(409)

    // The record ends it, in the same transaction. The next plan sees it.
    const record = { receiptId, buyer, usd: 4, reservation: 'first-page' }
    expect((await seller.act('/api/receipts/refund', record)).statusCode).toBe(200)
    expect((await ask({ ...other, usd: 7 })).json()).toMatchObject({ error: 'invalid_usd' })
    // A failed plan reserves nothing.
    expect((await seller.act(url, mine)).statusCode).toBe(200)

    const release = (key: string) =>
      app.inject({
        method: 'DELETE',
        url: `/api/receipts/refund/reservation?receiptId=${receiptId}&reservation=${key}`,
        headers: seller.owner.headers,
      })
    expect((await release('other-page')).statusCode).toBe(200)
    expect((await ask(other)).statusCode).toBe(409)
    expect((await release('first-page')).statusCode).toBe(200)
    expect((await ask(other)).statusCode).toBe(200)
    app.ctx.clock.advance(15 * MINUTE_MS)
    expect((await seller.act(url, mine)).statusCode).toBe(200)
  })

  test('behavior: of several people who ask at once, one may sign, and others may record', async () => {
    const { seller } = await aSale()
    const ask = (reservation: string) =>
      seller.act(url, { receiptId, sending: true, usd: 4, reservation })
    const answers = await Promise.all(['first', 'second', 'third'].map((key) => ask(`${key}-page`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    // Money that was sent in another way is recorded all the same.
    const record = { receiptId, buyer, usd: 4 }
    expect((await seller.act('/api/receipts/refund', record)).statusCode).toBe(200)
    app.ctx.clock.advance(15 * MINUTE_MS)
    expect((await seller.act(url, { receiptId, sending: true, usd: 4 })).statusCode).toBe(200)
  })

  test('behavior: one person keeps others from signing for at most an hour', async () => {
    const { seller } = await aSale()
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const ask = (reservation: string) =>
      seller.act(url, { receiptId, sending: true, usd: 4, reservation })
    const askOther = () => {
      const shared = { receiptId, sending: true, usd: 4, wallet: seller.wallet }
      const payload = { ...shared, reservation: 'other-page' }
      return app.inject({ method: 'POST', url, headers, payload })
    }
    const release = (key: string) =>
      app.inject({
        method: 'DELETE',
        url: `/api/receipts/refund/reservation?receiptId=${receiptId}&reservation=${key}`,
        headers: seller.owner.headers,
      })
    const endsAt = app.ctx.now() + HOUR_MS
    for (let minutes = 0; minutes <= 45; minutes += 5) {
      // Neither a renewal, nor a release and another reservation, starts the hour again.
      const key = minutes < 20 ? 'first-page' : `page-at-${minutes}`
      const expiresAt = app.ctx.now() + 15 * MINUTE_MS
      expect((await ask(key)).json()).toMatchObject({ reservation: { key, expiresAt } })
      expect((await askOther()).statusCode).toBe(409)
      app.ctx.clock.advance(5 * MINUTE_MS)
      if (minutes >= 15 && minutes < 45) await release(key)
    }
    const refused = await ask('page-at-45')
    const availableAt = endsAt + 5 * MINUTE_MS
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'conflict', heldBy: checksumAddress(seller.wallet), availableAt },
    ])
    expect((await askOther()).json()).toMatchObject({ error: 'conflict', expiresAt: endsAt })
    app.ctx.clock.advance(10 * MINUTE_MS)
    expect((await ask('another-page')).headers['retry-after']).toBe('300')
    expect((await askOther()).statusCode).toBe(200)
  })

  test('behavior: a person who signs alone continues after a pause', async () => {
    const { seller } = await aSale()
    const ask = () =>
      seller.act(url, { receiptId, sending: true, usd: 4, reservation: 'first-page' })
    for (let minutes = 0; minutes < 60; minutes += 15) {
      expect((await ask()).statusCode).toBe(200)
      app.ctx.clock.advance(15 * MINUTE_MS)
    }
    expect((await ask()).statusCode).toBe(409)
    app.ctx.clock.advance(5 * MINUTE_MS)
    const expiresAt = app.ctx.now() + 15 * MINUTE_MS
    expect((await ask()).json()).toMatchObject({ reservation: { expiresAt } })
  })

  test('error: a reservation of another shape, or of a plan that is not sent', async () => {
    const { seller } = await aSale()
    const sending = { receiptId, sending: true }
    for (const reservation of ['short', 7, 'a key with spaces', 'x'.repeat(65), {}]) {
      expect(await plan(seller, { ...sending, reservation })).toEqual([400, 'invalid_input'])
    }
    expect(await plan(seller, { receiptId, reservation: 'first-page' })).toEqual([
      400,
      'invalid_input',
    ])
  })

  test.each([
    ['an empty body', {}, 400, 'missing_receipt_id'],
    ['an id that is not a string', { receiptId: 7 }, 400, 'missing_receipt_id'],
    ['no amount', { receiptId, usd: 0 }, 400, 'invalid_usd'],
    ['an amount in quotes', { receiptId, usd: '1' }, 400, 'invalid_usd'],
    ['more than was paid', { receiptId, usd: 10.01 }, 400, 'invalid_usd'],
    [
      'items that cost more',
      { receiptId, items: [{ label: 'Tea', priceUsd: 11 }] },
      400,
      'invalid_usd',
    ],
    ['an item that was not sold', { receiptId, items: [{ label: 'Cup' }] }, 400, 'invalid_input'],
    ['an empty list of items', { receiptId, items: [] }, 400, 'invalid_input'],
    ['items that are not a list', { receiptId, items: 'all' }, 400, 'invalid_input'],
    ['another receipt', { receiptId: 'r-2' }, 404, 'not_found'],
  ])('error: %s', async (_name, payload, code, error) => {
    const { seller } = await aSale()
    expect(await plan(seller, payload)).toEqual([code, error])
  })

  test('behavior: an amount with an empty list of items is a refund of that amount', async () => {
    const { seller } = await aSale()
    expect(await plan(seller, { receiptId, usd: 4, items: [] })).toMatchObject([200, { usd: 4 }])
  })

  test('error: a contract of the service, a token or a deposit address cannot be the buyer', async () => {
    const { seller, token } = await aSale()
    const split = (await seller.get('/api/split/deploy')).json().split.address
    const depositOf = async ({ wallet }: Seller) =>
      (await app.inject(`/api/portal/${receiptId}?recipient=${wallet}`)).json().payment
        .depositAddress
    const deposits = [await depositOf(seller), await depositOf(await aBill())]
    for (const address of [split, ...deposits, token, paymentGateway.address]) {
      expect(await plan(seller, { receiptId, buyer: address })).toEqual([400, 'invalid_buyer'])
      const refund = { receiptId, buyer: address, usd: 4 }
      const response = await seller.act('/api/receipts/refund', refund)
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_buyer'])
    }
  })

  test('error: rejects an unpaid or refunded receipt, and an API key', async () => {
    expect(await plan(await aBill(), { receiptId })).toEqual([400, 'invalid_input'])
    const { seller } = await aSale()
    await seller.act('/api/receipts/refund', { receiptId, buyer, usd: 10 })
    for (const fields of [{}, { usd: 0.01 }]) {
      expect(await plan(seller, { receiptId, ...fields })).toEqual([400, 'invalid_usd'])
    }
    expect((await seller.post(url, { receiptId })).statusCode).toBe(403)
  })
})
