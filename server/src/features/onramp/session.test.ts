import { describe, expect, test } from 'vitest'
import { cents } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { Outcome } from './provider.js'
import { applyEvent, changesSession, type OnrampSession, type SessionState } from './session.js'

const open: Outcome = { state: 'open' }
const declined: Outcome = { state: 'declined', code: 'PORTAL_PAY_CARD_DECLINED' }
const rejected: Outcome = { state: 'rejected', code: 'PORTAL_KYC_SANCTIONS_BLOCKED' }
const processing: Outcome = { state: 'processing', sourceUsdCents: cents(1_234n) }
const delivered: Outcome = { state: 'complete', sourceUsdCents: null, txHash: '0xab' as never }
const undelivered: Outcome = { state: 'complete', sourceUsdCents: null, txHash: null }

describe('changesSession', () => {
  test.each<[SessionState, number | null, Outcome, number, boolean]>([
    ['requested', null, open, 5, true],
    ['open', 5, processing, 6, true],
    ['open', 5, declined, 5, true],
    ['open', 6, processing, 5, false],
    ['processing', 5, open, 4, false],
    ['processing', 5, declined, 5, false],
    ['processing', 5, rejected, 6, true],
    ['processing', 5, delivered, 5, true],
    ['rejected', 6, processing, 5, false],
    ['rejected', 6, processing, 7, true],
    ['complete', 5, rejected, 9, false],
    ['complete', 5, delivered, 9, false],
    ['lost', 5, delivered, 9, true],
  ])(
    'behavior: %s after an event at %s: %o at %i is %s',
    (state, eventAt, outcome, at, expected) => {
      const session = { state, eventAt: eventAt === null ? null : unixMs(eventAt) }
      expect(changesSession(session, { at: unixMs(at), outcome })).toBe(expected)
    },
  )
})

describe('applyEvent', () => {
  const session = { state: 'open', failureCode: null, sourceUsdCents: null } as OnrampSession
  const after = (outcome: Outcome, before: Partial<OnrampSession> = {}) => {
    const event = { at: unixMs(5), sessionId: 's', outcome } as Parameters<typeof applyEvent>[1]
    return applyEvent({ ...session, ...before }, event, unixMs(9))
  }

  test('default: a declined card leaves the session open', () => {
    expect(after(declined)).toMatchObject({
      state: 'open',
      failureCode: 'PORTAL_PAY_CARD_DECLINED',
      eventAt: 5,
      updatedAt: 9,
    })
  })

  test('behavior: a charge clears the failure and keeps the amount', () => {
    const charged = after(processing, { failureCode: 'PORTAL_PAY_3DS_FAILED' })
    expect(charged).toMatchObject({
      state: 'processing',
      failureCode: null,
      sourceUsdCents: 1_234n,
    })
    expect(after(delivered, charged)).toMatchObject({
      state: 'complete',
      sourceUsdCents: 1_234n,
      txHash: '0xab',
    })
  })

  test('behavior: a payment without a transaction is still on its way', () => {
    expect(after(undelivered)).toMatchObject({ state: 'processing' })
  })
})
