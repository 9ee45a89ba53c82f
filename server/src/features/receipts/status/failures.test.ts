import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { describeFailure, failureCategories, failureCodes, findFailure } from './failures.js'

const codes: Record<string, string> = {
  card_decline:
    'PORTAL_PAY_INSUFFICIENT_FUNDS PORTAL_PAY_CARD_DECLINED PORTAL_PAY_EXPIRED_CARD PORTAL_PAY_INCORRECT_CVC PORTAL_PAY_INCORRECT_NUMBER PORTAL_PAY_DO_NOT_HONOR PORTAL_PAY_FRAUD_BLOCKED PORTAL_PAY_3DS_FAILED PORTAL_PAY_BANK_INSTITUTION_BLOCK',
  compliance:
    'PORTAL_KYC_REQUIRED PORTAL_KYC_STEP_UP_REQUIRED PORTAL_KYC_DOC_REQUIRED PORTAL_KYC_DOC_UNREADABLE PORTAL_KYC_DOB_MISMATCH PORTAL_KYC_SANCTIONS_BLOCKED PORTAL_KYC_UNDERAGE PORTAL_REGION_UNSUPPORTED',
  limits: 'PORTAL_LIMIT_EXCEEDED PORTAL_LIMIT_AMOUNT_ABOVE_MAX PORTAL_LIMIT_AMOUNT_BELOW_MIN',
  blockchain:
    'PORTAL_CHAIN_INSUFFICIENT_BALANCE PORTAL_CHAIN_USER_REJECTED PORTAL_CHAIN_SLIPPAGE_EXCEEDED PORTAL_CHAIN_TX_REVERTED PORTAL_CHAIN_WALLET_MISMATCH',
  session: 'PORTAL_SESSION_ABANDONED PORTAL_SESSION_EXPIRED PORTAL_SESSION_CANCELLED',
  system: 'PORTAL_SYSTEM_TIMEOUT PORTAL_SYSTEM_ERROR',
}

const knownFailures = failureCodes.flatMap((code) => findFailure(code) ?? [])

describe('failureCodes', () => {
  test('default', () => {
    const listed = Object.values(codes).flatMap((names) => names.split(' '))
    expect(failureCodes.toSorted()).toEqual(listed.toSorted())
    expect(failureCategories).toEqual(Object.keys(codes))
  })
})

describe('findFailure', () => {
  test.each(Object.entries(codes))('default: %s', (category, names) => {
    for (const code of names.split(' ')) expect(findFailure(code)).toMatchObject({ category })
  })

  test('behavior: every text is one or two sentences, and no two are the same', () => {
    const texts = knownFailures.flatMap(({ reason, action, buyer }) => [reason, action, buyer])
    expect(texts).toHaveLength(3 * failureCodes.length)
    for (const text of texts) expect(text).toMatch(/^[A-Z][^.|\n]*\.( [A-Z][^.|\n]*\.)?$/)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('behavior: texts for buyers are short and name no internals', () => {
    for (const { buyer } of knownFailures) {
      expect(buyer.length).toBeLessThan(140)
      expect(buyer).not.toMatch(/PORTAL|KYC|AML|3DS|CVC|slippage|revert|gas\b|contract|error/i)
    }
  })

  test.each([[''], ['portal_pay_card_declined'], ['PORTAL_SYSTEM'], ['toString'], ['__proto__']])(
    'error: returns null for %j',
    (code) => {
      expect(findFailure(code)).toBeNull()
    },
  )

  test('behavior: finds exactly the listed codes', () => {
    const near = fc
      .tuple(fc.constantFrom(...failureCodes), fc.string({ maxLength: 1 }))
      .map(([code, tail]) => code + tail)
    const listed = Object.values(codes).join(' ').split(' ')
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        expect(findFailure(text) !== null).toBe(listed.includes(text))
      }),
      { numRuns: 300 },
    )
  })
})

describe('describeFailure', () => {
  test.each(failureCodes)('default: %s', (failureCode) => {
    const failure = findFailure(failureCode)
    expect(describeFailure({ status: 'failed', failureCode })).toEqual({
      failureCode,
      failureCategory: failure?.category,
      failureReason: failure?.reason,
      failureAction: failure?.action,
    })
    expect(failure?.action).toMatch(/\.$/)
  })

  test('behavior: describes an unknown code as a system failure', () => {
    expect(describeFailure({ status: 'failed', failureCode: 'PORTAL_OLD' })).toEqual({
      failureCode: 'PORTAL_OLD',
      failureCategory: 'system',
      failureReason: '',
      failureAction: '',
    })
  })

  test.each(receiptStatuses.filter((status) => status !== 'failed'))(
    'behavior: returns nothing for a %s receipt',
    (status) => {
      expect(describeFailure({ status, failureCode: 'PORTAL_SESSION_EXPIRED' })).toEqual({})
    },
  )

  test('behavior: returns nothing without a failure code', () => {
    expect(describeFailure({ status: 'failed', failureCode: null })).toEqual({})
  })
})
