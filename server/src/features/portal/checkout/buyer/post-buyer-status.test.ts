import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '../../../../../test/fixtures/buyer.js'
import { aMember, aSeller } from '../../../../../test/fixtures/seller.js'
import { aSignedInBuyer } from '../../../../../test/fixtures/signed-in-buyer.js'
import { createTestApp, type TestApp } from '../../../../../test/harness.js'
import { type Paying, startPaying } from '../../../../../test/paying.js'
import { signIn } from '../../../../../test/sign-in.js'
import { checksumAddress } from '../../../../lib/hex.js'
import { type ReceiptStatus, receiptStatuses } from '../../../../lib/receipt-statuses.js'
import { MINUTE_MS } from '../../../../lib/time.js'
import { demoBuyer } from '../../../sandbox/demo-wallets.js'
import { failAbandonedAttempts } from '../fail-checkout.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const url = '/api/receipts/status'
const receiptId = 'r-1'
const done = [200, { ok: true }]
const forbidden = [403, 'forbidden']

const statusesOf = (receipt: { timeline: { status: string }[] }) =>
  receipt.timeline.map(({ status }) => status)

/**
 * The outcome of each new status from each status, without any payment. `stay`: nothing changes.
 * `note`: only a timeline entry is added.
 */
const grid = `
                       link_opened buyer_logged_in checkout_initialized checkout_success
  generated            move        move            move                 move
  link_opened          stay        move            move                 move
  buyer_logged_in      stay        stay            move                 move
  checkout_initialized stay        stay            stay                 move
  pending              move        move            move                 move
  checkout_success     stay        stay            stay                 stay
  tx_mined             note        note            note                 note
  recipient_validated  note        note            note                 note
  tx_mismatch          note        note            note                 note
  paid                 note        note            note                 note
  completed            note        note            note                 note
  reconciled           note        note            note                 note
  failed               move        move            move                 move
  refund_requested     note        note            note                 note
  refunded             note        note            note                 note`

const [heading = [], ...lines] = grid
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))
const cells = lines.flatMap(([from, ...outcomes]) =>
  outcomes.map((outcome, index) => [from, heading[index], outcome] as const),
) as [ReceiptStatus, ReceiptStatus, 'move' | 'stay' | 'note'][]

describe('POST /api/receipts/status, by a buyer', () => {
  test('default: sets every status under the wallet of the buyer', async () => {
    const buyer = await aSignedInBuyer(app)
    const by = checksumAddress(buyer.person.wallet)
    const way = ['link_opened', 'buyer_logged_in', 'checkout_initialized', 'checkout_success']
    for (const status of way) {
      expect(await buyer.postStatus(status)).toEqual(done)
      expect(await buyer.receipt()).toMatchObject({ status })
    }
    const { timeline } = await buyer.receipt()
    expect(timeline.slice(1)).toEqual(
      way.map((status, index) => ({
        status,
        previousStatus: way[index - 1] ?? 'pending',
        by,
        at: app.ctx.now(),
      })),
    )
  })

  test('default: the table covers every status', () => {
    expect(lines.map(([from]) => from)).toEqual(receiptStatuses)
    expect(cells).toHaveLength(4 * receiptStatuses.length)
  })

  test.each(cells)('behavior: %s, then %s: %s', { tags: 'slow' }, async (from, to, outcome) => {
    const buyer = await aSignedInBuyer(app)
    await buyer.be(from)
    const before = statusesOf(await buyer.receipt())
    expect(await buyer.postStatus(to)).toEqual(done)
    const after = await buyer.receipt()
    expect(after.status).toBe(outcome === 'move' ? to : from)
    expect(statusesOf(after)).toEqual(outcome === 'stay' ? before : [...before, to])
  })

  test('behavior: keeps a started payment when the buyer signs in again', {
    tags: 'slow',
  }, async () => {
    const started = await aSignedInBuyer(app)
    await started.post('progress', { status: 'pending' })
    const seenBuyer = await aSignedInBuyer(app)
    await seenBuyer.pay({ units: 1n })
    for (const buyer of [started, seenBuyer]) {
      for (const status of ['link_opened', 'buyer_logged_in', 'checkout_initialized']) {
        expect(await buyer.postStatus(status)).toEqual(done)
        expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
      }
    }
  })

  test('behavior: adds one entry for a repeated status', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    for (const status of ['buyer_logged_in', 'checkout_success']) {
      expect(await buyer.postStatus(status)).toEqual(done)
      const before = await buyer.receipt()
      app.ctx.clock.advance(1)
      expect(await buyer.postStatus(status)).toEqual(done)
      expect(await buyer.receipt()).toEqual(before)
    }
    await buyer.be('paid')
    for (let round = 0; round < 3; round += 1) await buyer.postStatus('buyer_logged_in')
    const statuses = statusesOf(await buyer.receipt())
    expect(statuses.slice(-2)).toEqual(['checkout_success', 'buyer_logged_in'])
  })

  test('behavior: adds one entry per status for concurrent requests', {
    tags: 'slow',
  }, async () => {
    const buyer = await aSignedInBuyer(app)
    const post = () => buyer.postStatus('checkout_success')
    const results = await Promise.all(Array.from({ length: 8 }, post))
    expect(results).toEqual(Array(8).fill(done))
    expect(statusesOf(await buyer.receipt())).toEqual(['pending', 'checkout_success'])
  })

  test('behavior: saves the session of the buyer', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const startedAt = app.ctx.now() + 1
    await buyer.postStatus('buyer_logged_in')
    expect(await buyer.session()).toMatchObject({ startedAt: null, lastSeenAt: startedAt - 1 })
    app.ctx.clock.advance(1)
    await buyer.postStatus('checkout_initialized')
    expect(await buyer.session()).toMatchObject({ startedAt, lastSeenAt: startedAt })
    app.ctx.clock.advance(1)
    await buyer.postStatus('buyer_logged_in')
    expect(await buyer.session()).toMatchObject({ startedAt, lastSeenAt: startedAt + 1 })
  })

  test('behavior: checkout_success clears an earlier failure', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const failureCode = 'PORTAL_CHAIN_USER_REJECTED'
    await buyer.post('progress', { status: 'failed', failureCode })
    expect(await buyer.session()).toMatchObject({ attempt: { code: failureCode } })
    await buyer.postStatus('checkout_success')
    expect(await buyer.session()).toMatchObject({ attempt: null, startedAt: app.ctx.now() })
    app.ctx.clock.advance(10 * MINUTE_MS)
    await failAbandonedAttempts.run(app.ctx, new AbortController().signal)
    expect(await buyer.receipt()).toMatchObject({ status: 'checkout_success' })
  })

  test('behavior: starts no checkout on a settled receipt', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.be('paid')
    for (const status of ['checkout_initialized', 'checkout_success'])
      await buyer.postStatus(status)
    expect(await buyer.session()).toMatchObject({ startedAt: null, lastSeenAt: app.ctx.now() })
  })

  test('behavior: does not reopen an expired receipt', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app, { config: { payments: { expiryMinutes: 30 } } })
    await buyer.be('failed')
    app.ctx.clock.advance(30 * MINUTE_MS)
    for (const status of ['buyer_logged_in', 'checkout_success', 'checkout_success']) {
      expect(await buyer.postStatus(status)).toEqual(done)
    }
    const { status, timeline } = await buyer.receipt()
    expect(status).toBe('failed')
    const by = checksumAddress(buyer.person.wallet)
    expect(timeline.slice(1)).toMatchObject([
      { status: 'buyer_logged_in', by, kept: 'failed' },
      { status: 'checkout_success', by, kept: 'failed' },
    ])
    expect(await buyer.session()).toMatchObject({ startedAt: null })
  })

  test('behavior: ignores wallet and note in the body', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const other = await aBuyer(app)
    for (const [index, wallet] of [other.merchant, 'nonsense', 5].entries()) {
      const status = ['link_opened', 'buyer_logged_in', 'checkout_initialized'][index] ?? ''
      expect(await buyer.postStatus(status, { wallet, note: 'a\nb' })).toEqual(done)
      expect(await buyer.receipt()).toMatchObject({ status })
    }
    expect((await buyer.receipt()).timeline.at(-1)).not.toHaveProperty('note')
    expect(await other.receipt()).toMatchObject({ status: 'pending' })
  })

  test('behavior: treats staff on the page as buyers', { tags: 'slow' }, async () => {
    const seller = await aSeller(app)
    const member = await aMember(app, { merchant: seller.wallet, role: 'viewer' })
    const owner = await aSignedInBuyer(app, { seller, person: seller.owner })
    const viewer = { ...member.headers, 'x-portal-token': owner.portalToken }
    expect(await owner.postStatus('paid')).toEqual(forbidden)
    expect(await owner.postStatus('failed')).toEqual(forbidden)
    expect(await owner.postStatus('buyer_logged_in')).toEqual(done)
    expect((await owner.send({ receiptId, status: 'checkout_success' }, viewer)).json()).toEqual({
      ok: true,
    })
    expect(await owner.postStatus('refund_requested')).toEqual(forbidden)
    expect((await owner.receipt()).timeline).toMatchObject([
      { status: 'pending' },
      { status: 'buyer_logged_in', by: checksumAddress(seller.wallet) },
      { status: 'checkout_success', by: checksumAddress(member.wallet) },
    ])
  })

  test('behavior: treats the owner as owner without the portal token', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(app)
    const owner = await aSignedInBuyer(app, { seller, person: seller.owner })
    const paidResponse = await seller.act(url, { receiptId, status: 'paid' })
    expect(paidResponse.json()).toEqual({ ok: true })
    expect(await owner.receipt()).toMatchObject({ status: 'paid' })
  })

  test('behavior: prefers an API key in the same request', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const { headers, keyId } = buyer.seller
    const post = async (status: string, more: Record<string, string>) =>
      (await buyer.send({ receiptId, status }, more)).statusCode
    expect(await post('link_opened', headers)).toBe(200)
    expect((await buyer.receipt()).timeline.at(-1)).toMatchObject({ by: keyId })
    expect(await post('checkout_success', headers)).toBe(403)
    expect(await post('link_opened', { 'x-api-key': 'wrong' })).toBe(401)
    const foreignHeaders = (await aSeller(app)).headers
    expect(await post('link_opened', foreignHeaders)).toBe(404)
  })

  const allowed = [...heading, 'refund_requested']
  test.each(receiptStatuses.filter((status) => !allowed.includes(status)))(
    'error: forbids buyers to set %s',
    { tags: 'slow' },
    async (status) => {
      const buyer = await aSignedInBuyer(app)
      await buyer.payFrom(buyer.person.wallet)
      for (const from of receiptStatuses) {
        await buyer.be(from)
        const response = await buyer.send({ receiptId, status })
        expect([from, response.statusCode]).toEqual([from, 403])
        expect(response.json()).toEqual({
          error: 'forbidden',
          message: `A buyer can set only: ${allowed.join(', ')}.`,
        })
        expect(await buyer.receipt()).toMatchObject({ status: from })
      }
      expect(await buyer.session()).toBeNull()
    },
  )

  test.each([
    ['an empty body', {}, 'missing_receipt_id'],
    ['no id', { status: 'checkout_success' }, 'missing_receipt_id'],
    ['no status', { receiptId }, 'missing_status'],
    ['an unknown status', { receiptId, status: 'done' }, 'invalid_input'],
    [
      'an unknown status for another receipt',
      { receiptId: 'r-2', status: 'done' },
      'invalid_input',
    ],
  ])('error: %s', { tags: 'slow' }, async (_name, payload, error) => {
    const response = await (await aSignedInBuyer(app)).send(payload)
    expect([response.statusCode, response.json().error]).toEqual([400, error])
  })

  test('error: returns 403 for another receipt than the one of the token', {
    tags: 'slow',
  }, async () => {
    const buyer = await aSignedInBuyer(app)
    const next = await aBuyer(app, { id: 'r-2', seller: buyer.seller })
    for (const id of ['r-2', 'r-3']) {
      const response = await buyer.send({ receiptId: id, status: 'checkout_success' })
      expect(response.statusCode).toBe(403)
      expect(response.json().message).toBe('This portal token is for another receipt.')
    }
    expect(await next.receipt()).toMatchObject({ status: 'pending' })
  })

  test('behavior: applies to the receipt of the merchant in the token', {
    tags: 'slow',
  }, async () => {
    const [buyer, other] = [await aSignedInBuyer(app), await aBuyer(app)]
    const token = { 'x-portal-token': other.portalToken }
    await buyer.send({ receiptId, status: 'checkout_success' }, token)
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    expect(await other.receipt()).toMatchObject({ status: 'checkout_success' })
  })

  test('error: returns 404 for a deleted receipt', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    await app.ctx.db.query('delete from timeline_entries where merchant = $1', [buyer.merchant])
    await app.ctx.db.query('delete from receipts where merchant = $1', [buyer.merchant])
    expect(await buyer.postStatus('checkout_success')).toEqual([404, 'not_found'])
  })

  test('error: rejects a missing CSRF token, another origin, a forged token and a missing session', {
    tags: 'slow',
  }, async () => {
    const buyer = await aSignedInBuyer(app)
    const { cookie } = buyer.person
    const token = { 'x-portal-token': buyer.portalToken }
    const cases: [Record<string, string>, number][] = [
      [{ cookie, ...token }, 403],
      [{ ...buyer.headers, 'x-csrf-token': 'guess' }, 403],
      [{ ...buyer.headers, origin: 'https://evil.test' }, 403],
      [{ ...buyer.headers, 'x-portal-token': `${buyer.portalToken}x` }, 401],
      [token, 401],
      // Without the portal token the caller is not a buyer.
      [buyer.person.headers, 404],
    ]
    const payload = { receiptId, status: 'checkout_success' }
    for (const [headers, expected] of cases) {
      const response = await app.inject({ method: 'POST', url, headers, payload })
      expect([headers, response.statusCode]).toEqual([headers, expected])
    }
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
  })
})

describe('a session with a portal token', () => {
  test('behavior: does not change the session on other routes', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const { merchant, person } = buyer
    const ask = async (path: string, headers: Record<string, string>) => {
      const { statusCode, body } = await app.inject({ url: path, headers })
      // The position in the database differs with every read.
      return [statusCode, body.replace(/"liveCursor":"[^"]+"/, '"liveCursor":null')]
    }
    const paths = [
      '/api/auth/me',
      '/api/receipts',
      `/api/receipts?wallet=${merchant}`,
      `/api/receipts/${receiptId}`,
      `/api/receipts/${receiptId}?wallet=${merchant}`,
      `/api/receipts/status?receiptId=${receiptId}`,
      '/api/shop/config',
      '/api/keys',
    ]
    for (const path of paths) {
      expect(await ask(path, buyer.headers)).toEqual(await ask(path, person.headers))
    }
    expect(await ask('/api/receipts', buyer.headers)).toEqual([
      ...[200, JSON.stringify({ receipts: [], nextCursor: null })],
    ])
    expect((await ask(`/api/receipts?wallet=${merchant}`, buyer.headers))[0]).toBe(403)
  })

  test('behavior: reports the signed-in wallet without a merchant', { tags: 'slow' }, async () => {
    const { headers, person, merchant } = await aSignedInBuyer(app)
    const me = (await app.inject({ url: '/api/auth/me', headers })).json()
    expect(me).toMatchObject({ wallet: checksumAddress(person.wallet) })
    expect(JSON.stringify(me).toLowerCase()).not.toContain(merchant)
  })
})

describe('POST /api/portal/:id/progress, when sign-in failed', () => {
  test('default: records a failed attempt with its code and allows another', async () => {
    const buyer = await aSignedInBuyer(app)
    const failureCode = 'PORTAL_CHAIN_WALLET_MISMATCH'
    const response = await buyer.post('progress', { status: 'failed', failureCode })
    expect(response.json()).toEqual({ ok: true })
    const { status, timeline } = await buyer.receipt()
    expect(status).toBe('pending')
    expect(timeline.at(-1)).toMatchObject({ status: 'attempt_failed', by: 'portal', failureCode })
    expect(await buyer.postStatus('buyer_logged_in')).toEqual(done)
  })

  test('behavior: fails the receipt when no other attempt follows', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    const failureCode = 'PORTAL_CHAIN_WALLET_MISMATCH'
    await buyer.post('progress', { status: 'failed', failureCode })
    app.ctx.clock.advance(10 * MINUTE_MS)
    await failAbandonedAttempts.run(app.ctx, new AbortController().signal)
    expect(await buyer.receipt()).toMatchObject({ status: 'failed', failureCode })
    expect(await buyer.view()).toMatchObject({ failure: { code: failureCode } })
  })
})

describe('POST /api/receipts/status, refund_requested by a buyer', () => {
  const from = ['paid', 'completed', 'reconciled'] as const

  test.each(from)('default: %s, for the wallet that paid', async (status) => {
    const buyer = await aSignedInBuyer(app)
    const { wallet } = buyer.person
    await buyer.payFrom(wallet)
    await buyer.be(status)
    expect(await buyer.postStatus('refund_requested')).toEqual(done)
    const { timeline, ...receipt } = await buyer.receipt()
    expect(receipt.status).toBe('refund_requested')
    expect(timeline.at(-1)).toEqual({
      status: 'refund_requested',
      previousStatus: status,
      by: checksumAddress(wallet),
      at: app.ctx.now(),
    })
    expect(await buyer.session()).toMatchObject({ startedAt: null, lastSeenAt: app.ctx.now() })
  })

  test('behavior: a repeated request changes nothing', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet)
    await buyer.be('paid')
    await buyer.postStatus('refund_requested')
    const before = await buyer.receipt()
    app.ctx.clock.advance(1)
    expect(await buyer.postStatus('refund_requested')).toEqual(done)
    expect(await buyer.receipt()).toEqual(before)
  })

  test('behavior: accepts a wallet that paid at least a cent, and the buyer wallet of the receipt', {
    tags: 'slow',
  }, async () => {
    const payer = await aSignedInBuyer(app)
    await payer.payFrom(payer.person.wallet, { units: 10_000n })
    await payer.pay({ units: 11_990_000n, state: 'confirmed' })
    const named = await aSignedInBuyer(app)
    await app.ctx.db.query('update receipts set buyer_wallet = $2 where merchant = $1', [
      named.merchant,
      named.person.wallet,
    ])
    for (const buyer of [payer, named]) {
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(done)
    }
  })

  test('error: rejects a wallet that did not pay, and an unknown payer', {
    tags: 'slow',
  }, async () => {
    const other = await aSignedInBuyer(app)
    const unknown = await aSignedInBuyer(app)
    const marked = await aSignedInBuyer(app)
    await other.payFrom((await signIn(app)).wallet)
    await unknown.pay({ units: 12_000_000n, state: 'confirmed' })
    for (const buyer of [other, unknown, marked]) {
      await buyer.be('paid')
      const response = await buyer.send({ receiptId, status: 'refund_requested' })
      expect([response.statusCode, response.json()]).toEqual([
        403,
        {
          error: 'forbidden',
          message:
            'Only the wallet that paid this receipt can request a refund. Sign in with that wallet, or contact the shop.',
        },
      ])
      expect(await buyer.receipt()).toMatchObject({ status: 'paid' })
      expect(await buyer.session()).toBeNull()
    }
  })

  test('error: rejects a wallet that paid less than a cent, or after the sale was complete', {
    tags: 'slow',
  }, async () => {
    const tiny = await aSignedInBuyer(app)
    await tiny.payFrom(tiny.person.wallet, { units: 9_999n })
    const lateBuyer = await aSignedInBuyer(app)
    await lateBuyer.payFrom((await signIn(app)).wallet)
    const { wallet } = lateBuyer.person
    await lateBuyer.pay({ units: 12_000_000n, block: 11, state: 'confirmed' })
    await app.ctx.db.query(
      `update payments set payer = $2, usd_micros = units
       where merchant = $1 and block_number = 11`,
      [lateBuyer.merchant, wallet],
    )
    for (const buyer of [tiny, lateBuyer]) {
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    }
  })

  test('error: rejects a payer on chain when the sale was paid manually', {
    tags: 'slow',
  }, async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet, { units: 6_000_000n })
    await buyer.be('paid')
    await app.ctx.db.query('update receipts set is_paid_manually = true where merchant = $1', [
      buyer.merchant,
    ])
    expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
  })

  test('error: rejects a wallet whose payments do not count', { tags: 'slow' }, async () => {
    const payments = [{ state: 'orphaned' as const }, { mismatch: 'token' }]
    for (const payment of payments) {
      const buyer = await aSignedInBuyer(app)
      await buyer.payFrom(buyer.person.wallet, payment)
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    }
  })

  test('error: rejects another receipt of the same wallet', { tags: 'slow' }, async () => {
    const paidBuyer = await aSignedInBuyer(app)
    await paidBuyer.payFrom(paidBuyer.person.wallet)
    const other = await aSignedInBuyer(app, { person: paidBuyer.person })
    await other.be('paid')
    expect(await other.postStatus('refund_requested')).toEqual(forbidden)
  })

  test('error: rejects a refund request after a tiny payment', { tags: 'slow' }, async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet, { units: 1n })
    expect(await buyer.postStatus('checkout_success')).toEqual(done)
    expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    expect(await buyer.receipt()).toMatchObject({ status: 'checkout_success' })
  })

  const others = receiptStatuses.filter(
    (status) => status !== 'refund_requested' && !(from as readonly string[]).includes(status),
  )
  test.each(others)(
    'error: rejects %s despite a partial payment',
    { tags: 'slow' },
    async (status) => {
      const buyer = await aSignedInBuyer(app)
      await buyer.payFrom(buyer.person.wallet)
      await buyer.be(status)
      expect(await buyer.postStatus('refund_requested')).toEqual([400, 'invalid_input'])
      expect(await buyer.receipt()).toMatchObject({ status })
    },
  )
})

describe('a refund on a real chain', () => {
  let paying: Paying
  beforeAll(async () => {
    paying = await startPaying()
  }, 60_000)
  afterAll(() => paying.close())

  test('default: a buyer who signs in and pays can request a refund', {
    timeout: 60_000,
  }, async () => {
    const { privateKey, address } = demoBuyer
    const person = await signIn(paying.app, { privateKey })
    const buyer = await aSignedInBuyer(paying.app, { person })
    expect(await buyer.postStatus('buyer_logged_in')).toEqual(done)
    const to = await paying.depositOf(buyer.merchant, receiptId)
    await paying.pay('USDC', { from: address, to, units: 12_000_000n })
    expect(await buyer.postStatus('checkout_success')).toEqual(done)
    await paying.settle()
    const { status, buyerWallet } = await buyer.receipt()
    expect(buyerWallet).toBe(checksumAddress(address))
    expect(['paid', 'completed', 'reconciled']).toContain(status)

    const thirdParty = await signIn(paying.app)
    const request = { receiptId, status: 'refund_requested' }
    expect((await buyer.send(request, thirdParty.headers)).statusCode).toBe(403)
    expect(await buyer.postStatus('refund_requested')).toEqual(done)
    await paying.settle()
    expect(await buyer.receipt()).toMatchObject({ status: 'refund_requested' })
  })
})
