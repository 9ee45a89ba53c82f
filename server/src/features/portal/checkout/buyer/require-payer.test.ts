import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedInBuyer } from '../../../../../test/fixtures/signed-in-buyer.js'
import { createTestApp, type TestApp } from '../../../../../test/harness.js'
import { type Paying, startPaying } from '../../../../../test/paying.js'
import { signIn } from '../../../../../test/sign-in.js'
import { checksumAddress } from '../../../../lib/hex.js'
import { receiptStatuses } from '../../../../lib/receipt-statuses.js'
import { demoBuyer } from '../../../sandbox/demo-wallets.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const receiptId = 'r-1'
const done = [200, { ok: true }]
const forbidden = [403, 'forbidden']

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

  test('behavior: a repeated request changes nothing', async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet)
    await buyer.be('paid')
    await buyer.postStatus('refund_requested')
    const before = await buyer.receipt()
    app.ctx.clock.advance(1)
    expect(await buyer.postStatus('refund_requested')).toEqual(done)
    expect(await buyer.receipt()).toEqual(before)
  })

  test('behavior: accepts a wallet that paid at least a cent, and the buyer wallet of the receipt', async () => {
    const some = await aSignedInBuyer(app)
    await some.payFrom(some.person.wallet, { units: 10_000n })
    await some.pay({ units: 11_990_000n, state: 'confirmed' })
    const named = await aSignedInBuyer(app)
    await app.ctx.db.query('update receipts set buyer_wallet = $2 where merchant = $1', [
      named.merchant,
      named.person.wallet,
    ])
    for (const buyer of [some, named]) {
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(done)
    }
  })

  test('error: rejects a wallet that did not pay, and an unknown payer', async () => {
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

  test('error: rejects a wallet that paid less than a cent, or after the sale was complete', async () => {
    const tiny = await aSignedInBuyer(app)
    await tiny.payFrom(tiny.person.wallet, { units: 9_999n })
    const late = await aSignedInBuyer(app)
    await late.payFrom((await signIn(app)).wallet)
    const { wallet } = late.person
    await late.pay({ units: 12_000_000n, block: 11, state: 'confirmed' })
    await app.ctx.db.query(
      `update payments set payer = $2, usd_micros = units
       where merchant = $1 and block_number = 11`,
      [late.merchant, wallet],
    )
    for (const buyer of [tiny, late]) {
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    }
  })

  test('error: rejects a payer on chain when the sale was paid manually', async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet, { units: 6_000_000n })
    await buyer.be('paid')
    await app.ctx.db.query('update receipts set is_paid_manually = true where merchant = $1', [
      buyer.merchant,
    ])
    expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
  })

  test('error: rejects a wallet whose payments do not count', async () => {
    const payments = [{ state: 'orphaned' as const }, { mismatch: 'token' }]
    for (const payment of payments) {
      const buyer = await aSignedInBuyer(app)
      await buyer.payFrom(buyer.person.wallet, payment)
      await buyer.be('paid')
      expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    }
  })

  test('error: rejects another receipt of the same wallet', async () => {
    const paid = await aSignedInBuyer(app)
    await paid.payFrom(paid.person.wallet)
    const other = await aSignedInBuyer(app, { person: paid.person })
    await other.be('paid')
    expect(await other.postStatus('refund_requested')).toEqual(forbidden)
  })

  test('error: rejects a refund request after a tiny payment', async () => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet, { units: 1n })
    expect(await buyer.postStatus('checkout_success')).toEqual(done)
    expect(await buyer.postStatus('refund_requested')).toEqual(forbidden)
    expect(await buyer.receipt()).toMatchObject({ status: 'checkout_success' })
  })

  const others = receiptStatuses.filter(
    (status) => status !== 'refund_requested' && !(from as readonly string[]).includes(status),
  )
  test.each(others)('error: rejects %s despite a partial payment', async (status) => {
    const buyer = await aSignedInBuyer(app)
    await buyer.payFrom(buyer.person.wallet)
    await buyer.be(status)
    expect(await buyer.postStatus('refund_requested')).toEqual([400, 'invalid_input'])
    expect(await buyer.receipt()).toMatchObject({ status })
  })
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

    const stranger = await signIn(paying.app)
    const request = { receiptId, status: 'refund_requested' }
    expect((await buyer.send(request, stranger.headers)).statusCode).toBe(403)
    expect(await buyer.postStatus('refund_requested')).toEqual(done)
    await paying.settle()
    expect(await buyer.receipt()).toMatchObject({ status: 'refund_requested' })
  })
})
