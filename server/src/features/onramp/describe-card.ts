import { type Micros, microsFromCents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { PaymentOption } from '../payments/quote/quote.js'
import type { Receipt } from '../receipts/receipt.js'
import { type FailureCode, providerFailureCodes } from '../receipts/status/failures.js'
import type { ShownSession } from './onramp-sql.js'
import { type Capabilities, deliveredSymbol, type OnrampProvider } from './provider.js'
import { findProvider } from './providers/find-provider.js'
import type { CardPayment } from './schemas.js'

/** Failures that the buyer resolves on the provider's page, in the same session. */
const documentCodes: readonly FailureCode[] = [
  'PORTAL_KYC_REQUIRED',
  'PORTAL_KYC_STEP_UP_REQUIRED',
  'PORTAL_KYC_DOC_REQUIRED',
  'PORTAL_KYC_DOC_UNREADABLE',
]

/** Failures that another card or another try does not resolve. */
const finalCodes: readonly FailureCode[] = [
  'PORTAL_PAY_FRAUD_BLOCKED',
  'PORTAL_KYC_SANCTIONS_BLOCKED',
  'PORTAL_KYC_UNDERAGE',
  'PORTAL_REGION_UNSUPPORTED',
  'PORTAL_LIMIT_AMOUNT_ABOVE_MAX',
  'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
]

type CardFacts = {
  receipt: Pick<Receipt, 'billing'>
  due: Micros
  /** The assets in which the receipt can be paid. */
  options: readonly Pick<PaymentOption, 'symbol'>[]
  session: ShownSession | null
  /** Whether a payment is on its way. */
  isSent: boolean
  /** The code of the failure that the page shows. */
  failureCode: string | null
  now: UnixMs
}

/**
 * Returns the card payment that a page offers or shows. Null without a provider, when a card cannot
 * pay the amount due, and after a failure that no card resolves.
 */
export function describeCard(
  config: Parameters<typeof findProvider>[0],
  facts: CardFacts,
): CardPayment | null {
  return describeCardOf(findProvider(config), facts)
}

/** The same for a provider. */
export function describeCardOf(
  provider: OnrampProvider | null,
  facts: CardFacts,
): CardPayment | null {
  const { receipt, due, options, session, isSent, failureCode, now } = facts
  if (due <= 0n) return null
  const isCharged = session?.state === 'processing' || (session?.state === 'complete' && isSent)
  if (session && isCharged) {
    return { provider: session.provider, status: 'processing', session: null }
  }
  if (!provider || !options.some(({ symbol }) => symbol === deliveredSymbol)) return null
  if (findLimitCode(provider.capabilities, { due, receipt }) !== null) return null
  const isFailed = session !== null && session.failureCode === failureCode
  if (isFailed && finalCodes.some((code) => code === failureCode)) return null
  return {
    provider: provider.name,
    // A failure of another way to pay replaces that of the card.
    status: statusAfter(isFailed ? failureCode : null),
    session: session?.provider === provider.name ? describeOpen(session, now) : null,
  }
}

/**
 * Returns the text of a failure for the buyer. Where no card is offered, it does not suggest one.
 */
export function buyerTextOf(
  { code, buyer }: { code: string; buyer: string },
  card: CardPayment | null,
): string {
  const isOfCard = providerFailureCodes.some((candidate) => candidate === code)
  if (card || !isOfCard || finalCodes.some((candidate) => candidate === code)) return buyer
  return 'Your card payment did not go through. Pay another way.'
}

function describeOpen(session: ShownSession, now: UnixMs): CardPayment['session'] {
  const { sessionId: id, url, state, expiresAt } = session
  if (state !== 'open' || url === null || expiresAt <= now) return null
  return { id, url, expiresAt }
}

function statusAfter(failureCode: string | null): CardPayment['status'] {
  if (failureCode === null) return 'available'
  return documentCodes.some((code) => code === failureCode) ? 'needs_documents' : 'declined'
}

/** Returns why a provider cannot take this payment, or null if it can. */
export function findLimitCode(
  { countries, minUsdCents, maxUsdCents }: Capabilities,
  { due, receipt }: Pick<CardFacts, 'due' | 'receipt'>,
): FailureCode | null {
  if (due < microsFromCents(minUsdCents)) return 'PORTAL_LIMIT_AMOUNT_BELOW_MIN'
  if (due > microsFromCents(maxUsdCents)) return 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX'
  const country = receipt.billing?.country ?? ''
  const isServed = country === '' || (countries?.includes(country.toUpperCase()) ?? true)
  return isServed ? null : 'PORTAL_REGION_UNSUPPORTED'
}
