import type { Texts } from '../../core/texts/en.js'
import type { PayOutcome } from '../../core/wallet/pay-outcome.js'
import type { SignOutcome } from '../../core/wallet/sign-authorization.js'

/** A message for the buyer, and the failure code to report to the merchant, if any. */
export type Notice = {
  text: string
  code: string | null
  /** Whether the attempt certainly moved no money. Other payments may have arrived all the same. */
  isUncharged?: true
}

type Failure = Exclude<PayOutcome | SignOutcome, { kind: 'sent' | 'signed' }>

type Facts = { symbol: string; network: string; coin: string; hasGasless: boolean }

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
      return uncharged(
        unreported(texts.otherChain(facts.network, outcome.rpcUrl ?? texts.sandboxRpc)),
      )
    case 'no_account':
      return unreported(texts.noAccount)
    case 'no_longer_due':
      return uncharged(unreported(texts.noLongerDue))
    case 'request_pending':
      return unreported(texts.requestPending)
    case 'unknown':
      return unreported(
        outcome.message ? texts.walletReported(endSentence(outcome.message)) : texts.noResponse,
      )
    case 'failed':
      return uncharged(
        broken(outcome.message ? texts.failed(endSentence(outcome.message)) : texts.failedSilently),
      )
    case 'invalid':
      return broken(texts.reload)
    case 'not_signable':
      return broken(texts.notSignable)
    case 'not_signed':
      return uncharged(broken(texts.notSigned))
  }
}

/** Explains why a signed payment was refused. Without a response the result is unknown, which is not a failure. */
export function describeRefusal(
  { code, isUnknown }: { code: string | null; isUnknown: boolean },
  texts: FailureTexts,
): Notice {
  if (isUnknown) return unreported(texts.unknown)
  if (code === 'conflict') return unreported(texts.onItsWay)
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

/** Returns a notice of a failure that is not the buyer's. */
function broken(text: string): Notice {
  return { text, code: 'PORTAL_SYSTEM_ERROR' }
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function describeShortfall(
  outcome: Extract<Failure, { kind: 'insufficient_funds' }>,
  { symbol, coin, hasGasless }: Facts,
  texts: FailureTexts,
): string {
  if (outcome.of === 'either') return texts.balanceShort
  const { of, needs, has } = outcome
  if (of === 'token') return texts.tokenShort(`${has} ${symbol}`, `${needs} ${symbol}`)
  const fee = needs === '0' ? texts.gasIn(coin) : texts.gasAtLeast(`${needs} ${coin}`)
  const remedy = hasGasless ? texts.trySignature : texts.addCoin(coin)
  return `${texts.gasShort(fee, `${has} ${coin}`)} ${remedy}`
}
