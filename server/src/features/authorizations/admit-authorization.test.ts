import { describe, expect, test } from 'vitest'
import { aHash } from '../../../test/fixtures/buyer.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { admitAuthorization } from './admit-authorization.js'

const payment = { nonce: '0x01', key: 'mine', data: '0x02' } as const
const accepted = (key: string, state: OutgoingState = 'failed') => ({
  key,
  data: '0x02' as const,
  state,
  hash: null,
  isInFlight: state === 'sent',
})
const others = (count: number) => Array.from({ length: count }, () => accepted(aHash()))

describe('admitAuthorization', () => {
  test('default: admits the next one after failed ones', () => {
    expect(admitAuthorization(payment, [])).toBeNull()
    expect(admitAuthorization(payment, others(4))).toBeNull()
  })

  test.each(['planned', 'sent', 'mined', 'final'] as const)(
    'behavior: returns an accepted one that is %s, at any count',
    (state) => {
      const acceptedPayment = accepted('mine', state)
      expect(admitAuthorization(payment, [...others(4), acceptedPayment])).toBe(acceptedPayment)
    },
  )

  test('error: rejects a sixth one', () => {
    expect(() => admitAuthorization(payment, others(5))).toThrow('at most 5 signed payments')
  })

  test('error: rejects while another one is in flight', () => {
    const again = () => admitAuthorization(payment, [accepted('other', 'sent')])
    expect(again).toThrow(expect.objectContaining({ code: 'conflict' }))
  })

  test('error: rejects another payment with the same nonce', () => {
    const other = { ...payment, data: '0x03' } as const
    expect(() => admitAuthorization(other, [accepted('mine', 'sent')])).toThrow('another payment')
  })

  test.each(['failed', 'reverted'] as const)('error: rejects the same one after it %s', (state) => {
    const again = () => admitAuthorization(payment, [accepted('mine', state)])
    expect(again).toThrow('This payment failed')
  })
})
