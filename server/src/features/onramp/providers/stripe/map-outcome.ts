import type { Fields } from '../../../../lib/fields/read-fields.js'
import { parseHash } from '../../../../lib/hex.js'
import { type Cents, cents } from '../../../../lib/money.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { FailureCode } from '../../../receipts/status/failures.js'
import { isUnderAge } from '../../is-under-age.js'
import type { Outcome } from '../../provider.js'
import { objectAt, textOf } from '../read-json.js'

/** Failure codes by the provider's own codes, of declined cards first. */
const codes = new Map<string, FailureCode>(
  Object.entries({
    insufficient_funds: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
    withdrawal_count_limit_exceeded: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
    card_velocity_exceeded: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
    card_declined: 'PORTAL_PAY_CARD_DECLINED',
    generic_decline: 'PORTAL_PAY_CARD_DECLINED',
    call_issuer: 'PORTAL_PAY_CARD_DECLINED',
    expired_card: 'PORTAL_PAY_EXPIRED_CARD',
    invalid_expiry_year: 'PORTAL_PAY_EXPIRED_CARD',
    invalid_expiry_month: 'PORTAL_PAY_EXPIRED_CARD',
    incorrect_cvc: 'PORTAL_PAY_INCORRECT_CVC',
    invalid_cvc: 'PORTAL_PAY_INCORRECT_CVC',
    incorrect_number: 'PORTAL_PAY_INCORRECT_NUMBER',
    invalid_number: 'PORTAL_PAY_INCORRECT_NUMBER',
    do_not_honor: 'PORTAL_PAY_DO_NOT_HONOR',
    no_action_taken: 'PORTAL_PAY_DO_NOT_HONOR',
    fraudulent: 'PORTAL_PAY_FRAUD_BLOCKED',
    stolen_card: 'PORTAL_PAY_FRAUD_BLOCKED',
    lost_card: 'PORTAL_PAY_FRAUD_BLOCKED',
    merchant_blacklist: 'PORTAL_PAY_FRAUD_BLOCKED',
    risk_blocked: 'PORTAL_PAY_FRAUD_BLOCKED',
    authentication_required: 'PORTAL_PAY_3DS_FAILED',
    authentication_failed: 'PORTAL_PAY_3DS_FAILED',
    payment_intent_authentication_failure: 'PORTAL_PAY_3DS_FAILED',
    transaction_not_allowed: 'PORTAL_PAY_BANK_INSTITUTION_BLOCK',
    card_not_supported: 'PORTAL_PAY_BANK_INSTITUTION_BLOCK',
    restricted_card: 'PORTAL_PAY_BANK_INSTITUTION_BLOCK',
    kyc_required: 'PORTAL_KYC_REQUIRED',
    kyc_step_up_required: 'PORTAL_KYC_STEP_UP_REQUIRED',
    document_required: 'PORTAL_KYC_DOC_REQUIRED',
    document_unreadable: 'PORTAL_KYC_DOC_UNREADABLE',
    document_expired: 'PORTAL_KYC_DOC_UNREADABLE',
    dob_mismatch: 'PORTAL_KYC_DOB_MISMATCH',
    sanctions_match: 'PORTAL_KYC_SANCTIONS_BLOCKED',
    under_age: 'PORTAL_KYC_UNDERAGE',
    unsupported_region: 'PORTAL_REGION_UNSUPPORTED',
    crypto_onramp_unsupportable_customer: 'PORTAL_REGION_UNSUPPORTED',
    customer_limit_exceeded: 'PORTAL_LIMIT_EXCEEDED',
    amount_too_large: 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX',
    amount_too_small: 'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
    processing_error: 'PORTAL_SYSTEM_ERROR',
  }),
)

/** Returns the outcome that a session object reports, or null for an unknown status. */
export function mapOutcome(session: Fields, now: UnixMs): Outcome | null {
  const details = objectAt(session, 'transaction_details')
  switch (session['status']) {
    case 'initialized':
    case 'requires_payment': {
      const code = findCode(session, now)
      if (code === 'PORTAL_KYC_UNDERAGE') return { state: 'rejected', code }
      return code === null ? { state: 'open' } : { state: 'declined', code }
    }
    case 'rejected':
      return { state: 'rejected', code: findCode(session, now) ?? 'PORTAL_SYSTEM_ERROR' }
    case 'fulfillment_processing':
      return { state: 'processing', sourceUsdCents: sourceOf(details) }
    case 'fulfillment_complete':
      return {
        state: 'complete',
        sourceUsdCents: sourceOf(details),
        txHash: parseHash(textOf(details, 'transaction_id') ?? ''),
      }
    default:
      return null
  }
}

/** Returns the failure that a session reports, or null. An unknown one is a general failure. */
function findCode(session: Fields, now: UnixMs): FailureCode | null {
  if (isUnderAge(dateOf(objectAt(session, 'customer_information', 'dob')), now)) {
    return 'PORTAL_KYC_UNDERAGE'
  }
  const error = objectAt(session, 'last_error')
  const reasons = [textOf(error, 'decline_code'), textOf(error, 'code')].filter(
    (code) => code !== null,
  )
  if (reasons.length === 0) return null
  return reasons.map((code) => codes.get(code)).find(Boolean) ?? 'PORTAL_SYSTEM_ERROR'
}

function dateOf({ year, month, day }: Fields): string {
  return [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Returns the charged amount, rounded to cents. Null unless it is in dollars. */
function sourceOf(details: Fields): Cents | null {
  const text = textOf(details, 'source_amount') ?? ''
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined || details['source_currency'] !== 'usd') return null
  const [tens, third] = [decimals.padEnd(3, '0').slice(0, 2), decimals.padEnd(3, '0')[2]]
  return cents(BigInt(`${whole}${tens}`) + (Number(third) >= 5 ? 1n : 0n))
}
