import { describe, expect, test } from 'vitest'
import { unixMs } from '../../../../lib/time.js'
import { failureCodes, findFailure } from '../../../receipts/status/failures.js'
import { mapOutcome } from './map-outcome.js'

const now = unixMs(1_767_268_800_000)
const map = (session: Record<string, unknown>) => mapOutcome(session, now)

/** One code of the provider for each failure code. */
const samples = {
  insufficient_funds: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
  generic_decline: 'PORTAL_PAY_CARD_DECLINED',
  expired_card: 'PORTAL_PAY_EXPIRED_CARD',
  incorrect_cvc: 'PORTAL_PAY_INCORRECT_CVC',
  incorrect_number: 'PORTAL_PAY_INCORRECT_NUMBER',
  do_not_honor: 'PORTAL_PAY_DO_NOT_HONOR',
  fraudulent: 'PORTAL_PAY_FRAUD_BLOCKED',
  authentication_failed: 'PORTAL_PAY_3DS_FAILED',
  transaction_not_allowed: 'PORTAL_PAY_BANK_INSTITUTION_BLOCK',
  kyc_required: 'PORTAL_KYC_REQUIRED',
  kyc_step_up_required: 'PORTAL_KYC_STEP_UP_REQUIRED',
  document_required: 'PORTAL_KYC_DOC_REQUIRED',
  document_unreadable: 'PORTAL_KYC_DOC_UNREADABLE',
  dob_mismatch: 'PORTAL_KYC_DOB_MISMATCH',
  sanctions_match: 'PORTAL_KYC_SANCTIONS_BLOCKED',
  under_age: 'PORTAL_KYC_UNDERAGE',
  unsupported_region: 'PORTAL_REGION_UNSUPPORTED',
  customer_limit_exceeded: 'PORTAL_LIMIT_EXCEEDED',
  amount_too_large: 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX',
  amount_too_small: 'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
}

describe('mapOutcome', () => {
  test('default: maps every state', () => {
    const transaction_details = {
      source_currency: 'usd',
      source_amount: '12.345000',
      transaction_id: `0x${'ab'.repeat(32)}`,
    }
    expect(map({ status: 'initialized' })).toEqual({ state: 'open' })
    expect(map({ status: 'requires_payment' })).toEqual({ state: 'open' })
    expect(map({ status: 'fulfillment_processing', transaction_details })).toEqual({
      state: 'processing',
      sourceUsdCents: 1_235n,
    })
    expect(map({ status: 'fulfillment_complete', transaction_details })).toEqual({
      state: 'complete',
      sourceUsdCents: 1_235n,
      txHash: transaction_details.transaction_id,
    })
    expect(map({ status: 'rejected' })).toEqual({ state: 'rejected', code: 'PORTAL_SYSTEM_ERROR' })
    expect(map({ status: 'new_status' })).toBeNull()
  })

  test('default: has a code of the provider for each of the 20 failures', () => {
    const provided = failureCodes.filter((code) =>
      ['card_decline', 'compliance', 'limits'].includes(findFailure(code)?.category ?? ''),
    )
    expect(Object.values(samples).toSorted()).toEqual(provided.toSorted())
    expect(provided).toHaveLength(20)
  })

  test.each(Object.entries(samples))('behavior: %s is %s', (code, expected) => {
    const declined = { status: 'requires_payment', last_error: { code: 'x', decline_code: code } }
    const state = expected === 'PORTAL_KYC_UNDERAGE' ? 'rejected' : 'declined'
    expect(map(declined)).toEqual({ state, code: expected })
    expect(map({ status: 'rejected', last_error: { code } })).toEqual({
      state: 'rejected',
      code: expected,
    })
  })

  test('behavior: a date of birth under 18 ends the session, unless the card was charged', () => {
    const customer_information = { dob: { year: 2010, month: 3, day: 9 } }
    const underAge = { state: 'rejected', code: 'PORTAL_KYC_UNDERAGE' }
    expect(map({ status: 'requires_payment', customer_information })).toEqual(underAge)
    expect(map({ status: 'rejected', customer_information })).toEqual(underAge)
    expect(map({ status: 'fulfillment_processing', customer_information })).toEqual({
      state: 'processing',
      sourceUsdCents: null,
    })
  })

  test.each([
    { source_currency: 'eur', source_amount: '12.34' },
    { source_currency: 'usd', source_amount: '-1' },
    { source_currency: 'usd', source_amount: '1e9' },
    { source_currency: 'usd', source_amount: 12.34 },
    null,
    [],
  ])('behavior: reports no amount for %j', (transaction_details) => {
    expect(map({ status: 'fulfillment_processing', transaction_details })).toEqual({
      state: 'processing',
      sourceUsdCents: null,
    })
  })
})
