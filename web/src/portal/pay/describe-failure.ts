import type { PayOutcome } from '../../wallet/pay-outcome.js'

/** A message for the buyer, and the failure code to report to the merchant, if any. */
export type Notice = { text: string; code: string | null }

type Failure = Exclude<PayOutcome, { kind: 'sent' }>

type Facts = { symbol: string; network: string; coin: string; hasGasless: boolean }

/** Explains why an attempt failed, without blaming the buyer or guessing. */
export function describeFailure(outcome: Failure, facts: Facts): Notice {
  const { network } = facts
  switch (outcome.kind) {
    case 'rejected':
      return {
        text: 'You canceled in your wallet. Nothing was charged.',
        code: 'PORTAL_CHAIN_USER_REJECTED',
      }
    case 'insufficient_funds':
      return { text: describeShortfall(outcome, facts), code: 'PORTAL_CHAIN_INSUFFICIENT_BALANCE' }
    case 'wrong_network':
      return unreported(`Your wallet is on another network. Switch it to ${network} and try again.`)
    case 'other_chain':
      return unreported(
        `Your wallet is on a public network with the same chain id, not on ${network}. Nothing was charged. Set the RPC URL of the network in your wallet to ${outcome.rpcUrl ?? 'that of this sandbox'} and try again.`,
      )
    case 'no_account':
      return unreported('Your wallet did not share an account. Unlock it and try again.')
    case 'no_longer_due':
      return unreported('The amount due has changed. Nothing was charged. Please try again.')
    case 'request_pending':
      return unreported('Your wallet has a pending request. Open it to continue.')
    case 'unknown': {
      const cause = outcome.message
        ? `reported: ${endSentence(outcome.message)}`
        : 'did not respond.'
      return unreported(
        `Your wallet ${cause} Before you try again, check there whether the payment was sent.`,
      )
    }
    case 'failed':
      return {
        text: `The payment failed: ${endSentence(outcome.message)} Nothing was charged.`,
        code: 'PORTAL_SYSTEM_ERROR',
      }
  }
}

/** Explains why a signed payment was refused. Without a response the result is unknown, which is not a failure. */
export function describeRefusal({
  code,
  isUnknown,
}: {
  code: string | null
  isUnknown: boolean
}): Notice {
  if (isUnknown) {
    return unreported(
      'We could not confirm whether your payment was sent. If it was, this page will show it soon. Wait before you pay again.',
    )
  }
  if (code === 'insufficient_stock')
    return unreported('These items have just sold out. Nothing was charged.')
  if (code === 'conflict')
    return unreported('A payment is already on its way. Wait for it before you sign another.')
  if (code === 'rate_limited')
    return unreported(
      'We cannot pay the network fee for you right now. Nothing was charged. Pay with a network fee instead, or try again later.',
    )
  const text =
    code === 'chain_unavailable'
      ? 'The network is unavailable right now. Nothing was charged. Try again in a minute.'
      : 'Your signature was not accepted. Nothing was charged. Check the amount and try again, or pay with a network fee.'
  return { text, code: 'PORTAL_SYSTEM_ERROR' }
}

/** Returns a notice that is not reported to the merchant. */
function unreported(text: string): Notice {
  return { text, code: null }
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function describeShortfall(
  { of, needs, has }: Extract<Failure, { kind: 'insufficient_funds' }>,
  { symbol, coin, hasGasless }: Facts,
): string {
  if (of === 'token') {
    return `This wallet has ${has} ${symbol}, but ${needs} ${symbol} is due. Add funds, or pay in another currency.`
  }
  const remedy = hasGasless
    ? 'Pay by signature instead, which needs no network fee.'
    : `Add ${coin}, or pay another way.`
  const fee = needs === '0' ? `in ${coin}` : `of at least ${needs} ${coin}`
  return `Sending requires a network fee ${fee}, but this wallet has ${has} ${coin}. ${remedy}`
}
