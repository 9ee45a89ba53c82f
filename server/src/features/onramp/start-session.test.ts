import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer } from '../../../test/fixtures/buyer.js'
import { createOnrampApp, type OnrampApp } from '../../../test/fixtures/onramp/onramp-app.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const details = {
  redirect_url: 'https://shop.test/back',
  onrampEmail: 'ada@shop.test',
  billingFirstName: 'Ada',
  billingLastName: 'Lovelace',
  billingPhone: '+15550100',
  billingAddressLine1: '1 Main St',
  billingAddressCity: 'Austin',
  billingAddressState: 'TX',
  billingAddressPostalCode: '73301',
  billingAddressCountry: 'US',
}

const start = (buyer: Buyer) => buyer.post('onramp', {})
const lastForm = () => onramp.stripe.requests.at(-1)?.form ?? {}

/** Calls from a page that was opened without the signature of its link. */
async function aLimitedPage({ merchant, receiptId }: Buyer) {
  const link = `/api/portal/${receiptId}?recipient=${merchant}`
  const { portalToken } = (await onramp.inject(link)).json()
  return {
    view: async () => (await onramp.inject(link)).json(),
    start: () =>
      onramp.inject({
        method: 'POST',
        url: `/api/portal/${receiptId}/onramp`,
        headers: { 'x-portal-token': portalToken },
        payload: {},
      }),
  }
}

const delivery = () => ({ session: { transaction_details: { transaction_id: aHash() } } })

describe('POST /api/portal/{id}/onramp', () => {
  test('default: creates a session with amount, address and the details of the buyer', async () => {
    const buyer = await aBuyer(onramp, { body: details })
    const before = await buyer.view()
    expect(before.card).toEqual({ provider: 'stripe', status: 'available', session: null })
    const response = await start(buyer)
    const { session } = response.json()
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        ok: true,
        session: {
          id: expect.stringMatching(/^cos_/),
          provider: 'stripe',
          url: `https://crypto.link.test/${session.id}`,
          expiresAt: onramp.ctx.now() + HOUR_MS,
        },
      },
    ])
    expect(onramp.stripe.requests.at(-1)).toEqual({
      authorization: `Bearer ${onramp.secretKey}`,
      idempotencyKey: expect.stringMatching(/^onr_/),
      form: {
        source_currency: 'usd',
        destination_currency: 'usdc',
        'destination_currencies[]': 'usdc',
        destination_network: 'base',
        'destination_networks[]': 'base',
        destination_amount: '12',
        'wallet_addresses[base_network]': before.payment.depositAddress.toLowerCase(),
        lock_wallet_address: 'true',
        'metadata[merchant]': buyer.merchant,
        'metadata[reference]': expect.stringMatching(/^onr_/),
        redirect_url: 'https://shop.test/back',
        'customer_information[email]': 'ada@shop.test',
        'customer_information[first_name]': 'Ada',
        'customer_information[last_name]': 'Lovelace',
        'customer_information[address][line1]': '1 Main St',
        'customer_information[address][city]': 'Austin',
        'customer_information[address][state]': 'TX',
        'customer_information[address][postal_code]': '73301',
        'customer_information[address][country]': 'US',
      },
    })
    const { id, url, expiresAt } = session
    expect(await buyer.view()).toMatchObject({
      status: 'pending',
      card: { status: 'available', session: { id, url, expiresAt } },
    })
    expect(await buyer.receipt()).toMatchObject({
      onrampSessionId: id,
      isOnrampSessionUnique: true,
    })
  })

  test('behavior: uses an open session again, until the amount due changes', async () => {
    const buyer = await aBuyer(onramp)
    const first = (await start(buyer)).json()
    const calls = onramp.stripe.requests.length
    expect((await start(buyer)).json()).toEqual(first)
    expect(onramp.stripe.requests).toHaveLength(calls)
    await buyer.pay({ units: 2_000_000n })
    const second = (await start(buyer)).json()
    expect(second.session.id).not.toBe(first.session.id)
    expect(lastForm()['destination_amount']).toBe('10')
    onramp.ctx.clock.advance(56 * MINUTE_MS)
    expect((await start(buyer)).json().session.id).not.toBe(second.session.id)
  })

  test('behavior: a page whose link may be guessed gets no details, and shares no session', {
    tags: 'slow',
  }, async () => {
    const buyer = await aBuyer(onramp, { body: details })
    const ownSession = (await start(buyer)).json()
    const page = await aLimitedPage(buyer)
    expect((await page.view()).card).toEqual({
      provider: 'stripe',
      status: 'available',
      session: null,
    })
    const limited = (await page.start()).json()
    expect(limited.session.id).not.toBe(ownSession.session.id)
    expect(Object.keys(lastForm()).filter((name) => /customer|redirect/.test(name))).toEqual([])
    expect(await buyer.receipt()).toMatchObject({ onrampSessionId: ownSession.session.id })
    expect((await buyer.view()).card.session).toMatchObject({ id: ownSession.session.id })
  })

  test('behavior: repeats a request whose response was lost, without a second session', {
    tags: 'slow',
  }, async () => {
    const buyer = await aBuyer(onramp)
    onramp.stripe.set('lost')
    const lost = await start(buyer)
    expect([lost.statusCode, lost.json()]).toEqual([
      503,
      {
        error: 'onramp_unavailable',
        message: expect.stringContaining('Retry in a moment'),
        failureCode: 'PORTAL_SYSTEM_TIMEOUT',
      },
    ])
    // The outcome is not known, so nothing has failed.
    expect(await buyer.view()).toMatchObject({ failure: null, card: { status: 'available' } })
    const [key] = onramp.stripe.requests.slice(-1).map(({ idempotencyKey }) => idempotencyKey)
    onramp.stripe.set('created')
    expect((await start(buyer)).statusCode).toBe(200)
    expect(onramp.stripe.requests.at(-1)?.idempotencyKey).toBe(key)
  })

  test('error: no second charge while delivered money is not recorded', async () => {
    const { buyer, session, report } = await onramp.start()
    await report('fulfillment_complete', delivery())
    const refusal = await start(buyer)
    expect([refusal.statusCode, refusal.json().error]).toEqual([409, 'payment_in_progress'])
    // The transaction was in no block for too long, so the receipt can be paid again.
    await onramp.ctx.db.query(
      `update announced_transactions set state = 'lost' where merchant = $1`,
      [buyer.merchant],
    )
    expect((await start(buyer)).json().session.id).not.toBe(session.id)
  })

  test.each([401, 403])('error: a status of %i is logged for the operator', async (status) => {
    const buyer = await aBuyer(onramp)
    const { fetch } = onramp.stripe
    Object.assign(onramp.ctx, { fetch: async () => Response.json({}, { status }) })
    const response = await start(buyer)
    Object.assign(onramp.ctx, { fetch })
    expect([response.statusCode, response.json().error]).toEqual([503, 'onramp_unavailable'])
    const logged = JSON.stringify(onramp.lines)
    expect(logged).toContain(`"status":${status}`)
    expect(logged).toContain('Set ONRAMP_SECRET_KEY')
    expect(logged).not.toContain(onramp.secretKey)
  })

  test.each(['failing', 'redirecting'] as const)(
    'error: 503 from a server that is %s',
    async (way) => {
      const buyer = await aBuyer(onramp)
      onramp.stripe.set(way)
      const response = await start(buyer)
      onramp.stripe.set('created')
      expect([response.statusCode, response.json().error]).toEqual([503, 'onramp_unavailable'])
      const logged = JSON.stringify(onramp.lines)
      expect(logged).toContain('the provider of card payments did not respond')
      expect(logged).not.toContain(onramp.secretKey)
    },
  )

  test('error: a customer that the provider does not serve is a failed attempt', async () => {
    const buyer = await aBuyer(onramp)
    onramp.stripe.set('unsupported')
    const response = await start(buyer)
    onramp.stripe.set('created')
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'onramp_refused', failureCode: 'PORTAL_REGION_UNSUPPORTED' },
    ])
    expect((await buyer.view()).failure).toMatchObject({ code: 'PORTAL_REGION_UNSUPPORTED' })
  })

  test.each([
    ['below the minimum', { totalUsd: 0.99 }, 'PORTAL_LIMIT_AMOUNT_BELOW_MIN'],
    ['above the maximum', { totalUsd: 10_000.01 }, 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX'],
    ['in another country', { billingAddressCountry: 'DE' }, 'PORTAL_REGION_UNSUPPORTED'],
  ])('error: no card for an amount %s', async (_, fields, failureCode) => {
    const { totalUsd = 12 } = fields as { totalUsd?: number }
    const body = { ...fields, totalUsd, lineItems: [{ label: 'A', priceUsd: totalUsd }] }
    const buyer = await aBuyer(onramp, { body })
    expect((await buyer.view()).card).toBeNull()
    expect((await start(buyer)).json()).toMatchObject({ error: 'onramp_refused', failureCode })
  })

  test('error: no card for a receipt that cannot be paid, or only in another token', async () => {
    const paid = await aBuyer(onramp)
    await paid.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    const payments = { acceptedTokens: ['USDT'], defaultPaymentToken: 'USDT' }
    const other = await aBuyer(onramp, { config: { payments } })
    for (const buyer of [paid, other]) {
      expect((await buyer.view()).card).toBeNull()
      expect((await start(buyer)).statusCode).toBe(409)
    }
  })

  test('error: a suspended merchant takes no card payments', async () => {
    const buyer = await aBuyer(onramp)
    const { merchant } = buyer
    await onramp.ctx.db.query('update merchants set suspended_at = 1 where wallet = $1', [merchant])
    expect((await buyer.view()).card).toBeNull()
    expect((await start(buyer)).json()).toMatchObject({ error: 'merchant_suspended' })
  })

  test('error: limits the sessions of a receipt, separately for limited pages', {
    tags: 'slow',
  }, async () => {
    const buyer = await aBuyer(onramp, { seller: await aSeller(onramp) })
    const page = await aLimitedPage(buyer)
    const codes: number[] = []
    for (let made = 0; made < 11; made += 1) {
      codes.push((await page.start()).statusCode)
      onramp.ctx.clock.advance(HOUR_MS)
    }
    expect(codes).toEqual([...Array(10).fill(200), 429])
    expect((await start(buyer)).statusCode).toBe(200)
  })
})
