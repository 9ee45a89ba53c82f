import { describe, expect, test } from 'vitest'
import { classifyState } from './classify-state.js'
import type { PermissionState } from './read-permission-states.js'

const terms = { priceUnits: 10n, periodStart: 1_000 }
const validPermissionState: PermissionState = {
  isApproved: true,
  isRevoked: false,
  chargedStart: 900,
  balance: 10n,
  allowance: 10n,
}
const classify = (fields: Partial<PermissionState>) =>
  classifyState({ ...validPermissionState, ...fields }, terms)

describe('classifyState', () => {
  test('default', () => {
    expect(classify({})).toEqual({ kind: 'ready', isApproved: true })
    expect(classify({ isApproved: false, chargedStart: null })).toEqual({
      kind: 'ready',
      isApproved: false,
    })
  })

  test.each([
    [{ balance: 9n }, 'balance'],
    [{ allowance: 9n }, 'allowance'],
    [{ balance: 9n, allowance: 9n }, 'balance'],
    [{ isRevoked: true, balance: 0n }, 'revoked'],
  ] as const)('default: %o fails with %s', (fields, code) => {
    expect(classify(fields)).toEqual({ kind: 'failing', code })
  })

  test('behavior: a charged period stays charged, whatever happened since', () => {
    expect(classify({ chargedStart: 1_000, isRevoked: true, balance: 0n })).toEqual({
      kind: 'charged',
    })
  })

  test('behavior: a contract that does not respond fails the charge', () => {
    expect(classifyState(null, terms)).toEqual({ kind: 'failing', code: 'chain' })
  })
})
