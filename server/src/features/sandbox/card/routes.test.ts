import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { buildApp } from '../../../app.js'
import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import { publishEvents } from '../../events/publish-events.js'
import { failAbandonedAttempts } from '../../portal/checkout/fail-checkout.js'
import { findFailure } from '../../receipts/status/failures.js'
import { listCardScenarios } from './card-scenarios.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const signal = new AbortController().signal
const codes = listCardScenarios()
  .flatMap(({ options }) => options.map(({ value }) => value))
  .filter((value) => value.startsWith('PORTAL_'))

/** The card payment that the page shows after a failure. */
function cardAfter(code: string) {
  if (/^PORTAL_(PAY_FRAUD|KYC_(SANCTIONS|UNDERAGE)|REGION|LIMIT_AMOUNT)/.test(code)) return null
  const needsDocuments = /^PORTAL_KYC_(REQUIRED|STEP_UP_REQUIRED|DOC_)/.test(code)
  return { status: needsDocuments ? 'needs_documents' : 'declined' }
}

/** Starts a card payment, and returns functions that use the provider's page. */
async function aCardPayment(body: object = {}) {
  const buyer = await aBuyer(app, { body })
  const { session } = (await buyer.post('onramp', {})).json()
  const { pathname: url } = new URL(session.url)
  const play = (result: string, dateOfBirth = '1990-01-01') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ result, dateOfBirth }).toString(),
    })
  return { buyer, session, url, play }
}

describe('GET /sandbox/card/{sessionId}', () => {
  test('default: shows the price, the prefilled details and every result', async () => {
    const body = {
      onrampEmail: 'ada@shop.test',
      billingFirstName: 'Ada',
      redirect_url: 'https://a.test/',
    }
    const { url, session } = await aCardPayment(body)
    expect(session).toMatchObject({ provider: 'sandbox', url: expect.stringContaining(url) })
    const { statusCode, body: html, headers } = await app.inject(url)
    expect(statusCode).toBe(200)
    for (const text of ['$12.00', '$0.30', '$12.30', 'ada@shop.test', 'Ada', ...codes]) {
      expect(html).toContain(text)
    }
    // The provider has no redirects of its own.
    expect(html).not.toContain('https://a.test/')
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('error: 404 for an unknown session, and outside a sandbox', async () => {
    const { url } = await aCardPayment()
    for (const id of ['card_x', '%00', '%ED%A0%80', 'x'.repeat(90)]) {
      expect([400, 404]).toContain((await app.inject(`/sandbox/card/${id}`)).statusCode)
    }
    const { server } = await buildApp({ ...app.ctx, sandbox: null })
    expect((await server.inject(url)).statusCode).toBe(404)
    await server.close()
  })

  test.each(['none', 'stripe'] as const)('error: 404 with the provider %s', async (provider) => {
    const { url } = await aCardPayment()
    const config = { ...app.ctx.config, onrampProvider: provider }
    const { server } = await buildApp({ ...app.ctx, config })
    expect((await server.inject(url)).statusCode).toBe(404)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'result=slow&dateOfBirth=1990-01-01'
    const posted = await server.inject({ method: 'POST', url, headers, payload })
    expect([404, 415]).toContain(posted.statusCode)
    await server.close()
  })
})

describe('POST /sandbox/card/{sessionId}', () => {
  test('behavior: plays each of the 20 failures, for buyer and merchant', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    expect(codes).toHaveLength(20)
    const payments = []
    for (const code of codes) {
      const payment = await aCardPayment()
      expect((await payment.play(code)).statusCode).toBe(303)
      const { category = '', reason = '', action = '', buyer = '' } = findFailure(code) ?? {}
      expect(await payment.buyer.view()).toMatchObject({
        status: 'pending',
        card: cardAfter(code),
        failure: { code, category, reason, action: buyer },
      })
      expect((await app.inject(payment.url)).body).toContain(buyer.replaceAll("'", '&#39;'))
      payments.push({
        ...payment,
        failure: {
          failureCode: code,
          failureCategory: category,
          failureReason: reason,
          failureAction: action,
        },
      })
    }
    app.ctx.clock.advance(10 * MINUTE_MS)
    await failAbandonedAttempts.run(app.ctx, signal)
    await publishEvents(app.ctx, async () => {})
    for (const { buyer, session, failure } of payments) {
      const status = await buyer.seller.get('/api/receipts/status?receiptId=r-1')
      expect(status.json()).toMatchObject({ status: 'failed', ...failure })
      const { timeline } = await buyer.receipt()
      expect(timeline).toContainEqual(
        expect.objectContaining({ status: 'attempt_failed', ...failure }),
      )
      const { events } = (await buyer.seller.get('/api/events')).json()
      expect(events.at(-1)).toMatchObject({
        status: 'failed',
        ...failure,
        onrampSessionId: session.id,
      })
    }
  })

  test('behavior: a date of birth under 18 ends the payment', async () => {
    const { buyer, play, url } = await aCardPayment()
    await play('success', '2015-01-01')
    expect(await buyer.view()).toMatchObject({
      card: null,
      failure: { code: 'PORTAL_KYC_UNDERAGE' },
    })
    expect((await app.inject(url)).body).toContain('This card payment has ended')
    expect((await play('success')).body).toContain('Start again on the payment page')
  })

  test('behavior: a slow bank decides later', async () => {
    const { buyer, play, url } = await aCardPayment()
    await play('slow')
    // As in a second tab, which still shows the form.
    expect((await play('success')).body).not.toContain('Start again')
    expect(await buyer.view()).toMatchObject({ card: { status: 'processing' } })
    expect((await app.inject(url)).body).toContain('Your bank is checking this payment')
    app.ctx.clock.advance(20 * MINUTE_MS)
    await play('decline')
    expect(await buyer.view()).toMatchObject({
      card: { status: 'declined' },
      failure: { code: 'PORTAL_PAY_CARD_DECLINED' },
    })
  })

  test('behavior: a closed tab leaves the session open, and the buyer can try again', async () => {
    const { buyer, session, play } = await aCardPayment()
    await play('PORTAL_PAY_INCORRECT_CVC')
    expect((await buyer.post('onramp', {})).json().session).toEqual(session)
    expect(await buyer.view()).toMatchObject({
      failure: null,
      card: { status: 'available', session: { id: session.id } },
    })
    app.ctx.clock.advance(SECOND_MS)
    await play('PORTAL_PAY_INCORRECT_CVC')
    expect(await buyer.view()).toMatchObject({ card: { status: 'declined' } })
  })

  test('error: names a result that is not in the list', async () => {
    const { play } = await aCardPayment()
    const { statusCode, body } = await play('anything')
    expect([statusCode, body]).toEqual([400, expect.stringContaining('Choose a result')])
  })

  test.each([
    ['banana', 'Enter your date of birth as YYYY-MM-DD'],
    ['1990-02-31', 'Enter your date of birth as YYYY-MM-DD'],
    ['1990-13-01', 'Enter your date of birth as YYYY-MM-DD'],
    ['', 'Enter your date of birth as YYYY-MM-DD'],
    ['2099-01-01', 'Your date of birth is in the future'],
  ])('error: the date of birth %j changes nothing', async (dateOfBirth, text) => {
    const { buyer, play } = await aCardPayment()
    const before = await buyer.receipt()
    for (const result of ['success', 'slow', 'PORTAL_PAY_EXPIRED_CARD']) {
      const { statusCode, body } = await play(result, dateOfBirth)
      expect([statusCode, body]).toEqual([400, expect.stringContaining(text)])
    }
    expect(await buyer.receipt()).toEqual(before)
  })

  test('error: a sandbox without a chain of its own cannot deliver', async () => {
    const { buyer, play } = await aCardPayment()
    expect((await play('success')).body).toContain('This sandbox has no chain of its own')
    expect(await buyer.view()).toMatchObject({ card: { status: 'available' } })
  })
})
