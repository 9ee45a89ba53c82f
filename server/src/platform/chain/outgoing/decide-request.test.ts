import { describe, expect, test } from 'vitest'
import { anOutgoing } from '../../../../test/fixtures/outgoing.js'
import { unixMs } from '../../../lib/time.js'
import { decideReplace, decideRetry } from './decide-request.js'
import type { Outgoing } from './outgoing.js'

const sent = (fields: Partial<Outgoing> = {}) =>
  anOutgoing({ state: 'sent', nonce: 5, generation: 2, purpose: 'deposit.flush', ...fields })
const requested = (step: Outgoing['requestedStep'], requestResult: string | null = null) =>
  sent({ requestedStep: step, requestedAt: unixMs(1), requestResult })

describe('decideReplace', () => {
  test('default', () => {
    for (const step of ['replace', 'cancel'] as const) {
      expect(decideReplace(sent(), { step, attempts: 2 })).toEqual({ kind: 'request', step })
    }
  })

  test('behavior: ignores a request for attempts that were replaced', () => {
    expect(decideReplace(sent(), { step: 'replace', attempts: 1 })).toEqual({ kind: 'unchanged' })
  })

  test('behavior: a cancellation replaces a waiting replacement, but not the other way', () => {
    const cancel = { step: 'cancel', attempts: 2 } as const
    expect(decideReplace(requested('replace'), cancel)).toEqual({ kind: 'request', step: 'cancel' })
    expect(decideReplace(requested('cancel'), { step: 'replace', attempts: 2 })).toMatchObject({
      kind: 'refused',
    })
  })

  test.each(['planned', 'mined', 'reverted', 'final', 'failed'] as const)(
    'error: refuses a %s one',
    (state) => {
      const decision = decideReplace(sent({ state }), { step: 'replace', attempts: 2 })
      expect(decision.kind).toBe('refused')
    },
  )

  test('error: refuses one whose nonce may have been used', () => {
    const row = sent({ takenSince: unixMs(1) })
    expect(decideReplace(row, { step: 'cancel', attempts: 2 }).kind).toBe('refused')
  })

  test.each([
    'payment.authorized',
    'x402.settle',
    'subscription.charge',
    'subscription.cancel',
    'subscription.payout',
    'nonce.fill',
  ] as const)('error: never drops %s', (purpose) => {
    expect(decideReplace(sent({ purpose }), { step: 'cancel', attempts: 2 }).kind).toBe('refused')
  })
})

describe('decideRetry', () => {
  test('default', () => {
    expect(decideRetry(sent())).toEqual({ kind: 'request', step: 'resend' })
    expect(decideRetry(anOutgoing({ error: 'x' }))).toEqual({ kind: 'try_now' })
    expect(decideRetry(anOutgoing())).toEqual({ kind: 'unchanged' })
  })

  test('behavior: plans again only what has the same effect', () => {
    const failed = (purpose: Outgoing['purpose']) =>
      decideRetry(sent({ state: 'failed', purpose })).kind
    expect(failed('split.create')).toBe('plan_again')
    for (const purpose of ['deposit.flush', 'payment.authorized', 'subscription.charge'] as const) {
      expect(failed(purpose)).toBe('refused')
    }
  })

  test('error: refuses one in a block, and one that is being canceled', () => {
    expect(decideRetry(sent({ state: 'reverted' })).kind).toBe('refused')
    expect(decideRetry(requested('cancel')).kind).toBe('refused')
  })
})
