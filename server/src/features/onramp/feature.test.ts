import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOnrampApp, type OnrampApp } from '../../../test/fixtures/onramp/onramp-app.js'
import { DAY_MS, HOUR_MS } from '../../lib/time.js'
import { endOnrampSessions, onrampFeature } from './feature.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const run = () => endOnrampSessions.run(onramp.ctx, new AbortController().signal)

describe('endOnrampSessions', () => {
  test('default: forgets pages after a day, payments after two weeks, callbacks after 30 days', async () => {
    const { buyer, report } = await onramp.start()
    await report('fulfillment_processing')
    onramp.ctx.clock.advance(DAY_MS)
    expect(await run()).toEqual({ callbacks: 0, urls: 0, lost: 0 })
    onramp.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ callbacks: 0, urls: 1, lost: 0 })
    expect(await buyer.view()).toMatchObject({ card: { status: 'processing' } })
    onramp.ctx.clock.advance(13 * DAY_MS)
    expect(await run()).toEqual({ callbacks: 0, urls: 0, lost: 1 })
    expect(await buyer.view()).toMatchObject({ card: { status: 'available' } })
    onramp.ctx.clock.advance(16 * DAY_MS)
    expect(await run()).toEqual({ callbacks: 1, urls: 0, lost: 0 })
  })
})

describe('personal data of card payments', () => {
  test('default: exports them, and erases the page that shows the prefilled details', async () => {
    const { buyer, session, report } = await onramp.start()
    await report('requires_payment', { session: { last_error: { code: 'card_declined' } } })
    const subject = {
      merchant: buyer.merchant,
      receiptIds: [buyer.receiptId],
      wallet: null,
      email: null,
      otherWallets: [],
      includesBuyer: true,
    }
    const { cardPayments } = (await onrampFeature.exportPersonalData?.(onramp.ctx, subject)) ?? {}
    expect(cardPayments).toEqual([
      {
        receiptId: 'r-1',
        provider: 'stripe',
        sessionId: session.id,
        state: 'open',
        amount: '12',
        failureCode: 'PORTAL_PAY_CARD_DECLINED',
        transactionHash: null,
        createdAt: onramp.ctx.now(),
      },
    ])
    expect(await onrampFeature.erasePersonalData?.(onramp.ctx, subject)).toBe(1)
    expect(await onrampFeature.erasePersonalData?.(onramp.ctx, subject)).toBe(0)
    expect((await buyer.view()).card.session).toBeNull()
    const erased = (await onrampFeature.exportPersonalData?.(onramp.ctx, subject)) ?? {}
    expect(erased['cardPayments']).toMatchObject([{ failureCode: null, amount: '12' }])
  })
})
