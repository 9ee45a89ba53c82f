// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/app.js'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/time.js'
import { aHash } from '../../fixtures/buyer.js'
import { createOnrampApp, type OnrampApp } from '../../fixtures/onramp/onramp-app.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const declinedBy = (decline_code: string) => ({ session: { last_error: { decline_code } } })
const charged = (source_amount: string) => ({
  session: {
    transaction_details: { source_currency: 'usd', source_amount, transaction_id: aHash() },
  },
})

describe('a failure that the provider reports', () => {
  test('default: its timeline entry names the session and the provider', async () => {
    const { buyer, session, report } = await onramp.start()
    await report('requires_payment', declinedBy('do_not_honor'))
    const { timeline } = await buyer.receipt()
    expect(timeline.at(-1)).toMatchObject({
      status: 'attempt_failed',
      by: 'onramp',
      onrampSessionId: session.id,
      provider: 'stripe',
      failureCode: 'PORTAL_PAY_DO_NOT_HONOR',
    })
  })

  test('behavior: a card that was blocked for security is not offered again', async () => {
    const { buyer, report } = await onramp.start()
    await report('rejected', declinedBy('fraudulent'))
    const { card, failure, payment } = await buyer.view()
    expect(card).toBeNull()
    expect(failure.action).toContain('Choose another payment method.')
    expect(payment.options.length).toBeGreaterThan(0)
  })

  test.each(['constructor', 'toString', '__proto__'])(
    'behavior: the unknown code %s is a general failure',
    async (code) => {
      const { buyer, report } = await onramp.start()
      expect((await report('requires_payment', declinedBy(code))).statusCode).toBe(200)
      expect((await buyer.view()).failure).toMatchObject({ code: 'PORTAL_SYSTEM_ERROR' })
    },
  )

  test.each([
    ['expired_card', 'PORTAL_PAY_EXPIRED_CARD'],
    ['document_required', 'PORTAL_KYC_DOC_REQUIRED'],
    ['customer_limit_exceeded', 'PORTAL_LIMIT_EXCEEDED'],
  ])('behavior: after %s, a page without cards does not ask for one', async (reason, code) => {
    const { buyer, report } = await onramp.start()
    await report('requires_payment', declinedBy(reason))
    const config = { ...onramp.ctx.config, onrampProvider: 'none' as const }
    const { server } = await buildApp({ ...onramp.ctx, config })
    const view = (await server.inject(buyer.link)).json()
    await server.close()
    expect(view).toMatchObject({ card: null, failure: { code } })
    expect(view.failure.action).toBe('Your card payment did not go through. Pay another way.')
  })
})

describe('the time of a callback', () => {
  test('error: refuses one that is more than five minutes ahead', async () => {
    const { buyer, report } = await onramp.start()
    const before = await buyer.receipt()
    const atMs = onramp.ctx.now() + 5 * MINUTE_MS + 2 * SECOND_MS
    const response = await report('requires_payment', { ...declinedBy('lost_card'), atMs })
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_input'])
    expect(await buyer.receipt()).toEqual(before)
    // Later callbacks count.
    await report('fulfillment_processing')
    expect((await buyer.view()).card).toMatchObject({ status: 'processing' })
  })

  test('behavior: accepts a clock that is some minutes ahead', async () => {
    const { buyer, report } = await onramp.start()
    const atMs = onramp.ctx.now() + 4 * MINUTE_MS
    expect((await report('fulfillment_processing', { atMs })).statusCode).toBe(200)
    expect((await buyer.view()).card).toMatchObject({ status: 'processing' })
  })
})

describe('onrampSourceAmountUsd', () => {
  test('default: sums the card payments of a receipt', async () => {
    const { buyer, report } = await onramp.start()
    await report('fulfillment_complete', charged('7.20'))
    await buyer.pay({ units: 7_000_000n })
    // Its transaction is given up, so that the rest can be paid by card.
    await onramp.ctx.db.query(`update announced_transactions set state = 'lost'`)
    const { session } = (await buyer.post('onramp', {})).json()
    expect(await buyer.receipt()).toMatchObject({ onrampSourceAmountUsd: 7.2 })
    const reportRest = onramp.reporterOf(buyer, session.id)
    await reportRest('fulfillment_complete', charged('5.15'))
    expect(await buyer.receipt()).toMatchObject({
      onrampSessionId: session.id,
      onrampSourceAmountUsd: 12.35,
    })
  })

  test('behavior: a bank that declines after all has charged nothing', async () => {
    const { buyer, report } = await onramp.start()
    await report('fulfillment_processing')
    expect(await buyer.receipt()).toMatchObject({ onrampSourceAmountUsd: 12.34 })
    onramp.ctx.clock.advance(SECOND_MS)
    await report('rejected', declinedBy('do_not_honor'))
    expect(await buyer.receipt()).not.toHaveProperty('onrampSourceAmountUsd')
  })
})
