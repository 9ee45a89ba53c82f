import type { Texts } from '../../core/texts/en.js'
import type { PayOutcome } from '../../core/wallet/pay-outcome.js'
import type { SignOutcome } from '../../core/wallet/sign-authorization.js'

/** A message for the buyer, and the failure code to report to the merchant, if any. */
export type Notice = {
  text: string
  code: string | null
  /** Whether the attempt certainly moved no money. Other payments may have arrived all the same. */
  isUncharged?: true
  /** Whether the attempt may have moved money. */
  isUnknown?: true
}

type Failure = Exclude<PayOutcome | SignOutcome, { kind: 'sent' | 'signed' }>

export type Facts = {
  symbol: string
  network: string
  nativeSymbol: string
  hasGasless: boolean
  /** Formats a token amount. */
  format(amount: string): string
}

type FailureTexts = Texts['failures']

/** Explains why an attempt failed, without blaming the buyer or guessing. */
export function describeFailure(outcome: Failure, facts: Facts, texts: FailureTexts): Notice {
  switch (outcome.kind) {
    case 'rejected':
      return uncharged({ text: texts.rejected, code: 'PORTAL_CHAIN_USER_REJECTED' })
    case 'insufficient_funds':
      return {
        text: describeShortfall(outcome, facts, texts),
        code: 'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
      }
    case 'wrong_network':
      return unreported(texts.wrongNetwork(facts.network))
    case 'other_chain':
      return uncharged(unreported(texts.otherChain(facts.network, outcome.rpcUrl)))
    case 'no_account':
      return unreported(texts.noAccount)
    case 'no_longer_due':
      return uncharged(unreported(texts.noLongerDue))
    case 'request_pending':
      return unreported(texts.requestPending)
    case 'unknown':
      return unknown(
        outcome.message ? texts.walletReported(endSentence(outcome.message)) : texts.noResponse,
      )
    case 'failed':
      return uncharged(
        broken(outcome.message ? texts.failed(endSentence(outcome.message)) : texts.failedSilently),
      )
    case 'invalid':
      return broken(texts.invalid)
    case 'not_signable':
      return broken(texts.notSignable)
    case 'not_signed':
      return uncharged(broken(texts.notSigned))
  }
}

/**
 * Explains why a signed payment was refused. Without a response the result is unknown, which is not
 * a failure.
 */
export function describeRefusal(
  { code, isUnknown }: { code: string | null; isUnknown: boolean },
  texts: FailureTexts,
): Notice {
  if (isUnknown) return unknown(texts.unknown)
  if (code === 'conflict') return unknown(texts.onItsWay)
  if (code === 'insufficient_stock') return uncharged(unreported(texts.soldOut))
  if (code === 'rate_limited') return uncharged(unreported(texts.noGas))
  return uncharged(broken(code === 'chain_unavailable' ? texts.networkDown : texts.notAccepted))
}

function uncharged(notice: Notice): Notice {
  return { ...notice, isUncharged: true }
}

/** Returns a notice that is not reported to the merchant. */
function unreported(text: string): Notice {
  return { text, code: null }
}

/** Returns a notice of an attempt that may have moved money. */
function unknown(text: string): Notice {
  return { ...unreported(text), isUnknown: true }
}

/** Returns a notice of a failure that is not the buyer's. */
function broken(text: string): Notice {
  return { text, code: 'PORTAL_SYSTEM_ERROR' }
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function describeShortfall(
  outcome: Extract<Failure, { kind: 'insufficient_funds' }>,
  { symbol, nativeSymbol, hasGasless, format }: Facts,
  texts: FailureTexts,
): string {
  if (outcome.of === 'either') return texts.balanceShort
  const { of } = outcome
  const [needs, has] = [format(outcome.needs), format(outcome.has)]
  if (of === 'token') return texts.tokenShort(`${has} ${symbol}`, `${needs} ${symbol}`)
  const fee =
    outcome.needs === '0' ? texts.gasIn(nativeSymbol) : texts.gasAtLeast(`${needs} ${nativeSymbol}`)
  const remedy = hasGasless ? texts.trySignature : texts.addNativeToken(nativeSymbol)
  return `${texts.gasShort(fee, `${has} ${nativeSymbol}`)} ${remedy}`
}
