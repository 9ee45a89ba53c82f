import type { PayOutcome } from '../wallet/pay-with-wallet.js'

/** What a buyer is told about an attempt, and what the merchant is told: a code of spec 7.3, or nothing. */
export type Notice = { text: string; code: string | null }

type Unsent = Exclude<PayOutcome, { kind: 'sent' }>

/** Why an attempt did not work. Never that it is the buyer's fault. */
export function noticeOf(
  outcome: Unsent,
  { symbol, network, hasGasless }: { symbol: string; network: string; hasGasless: boolean },
): Notice {
  switch (outcome.kind) {
    case 'rejected':
      return {
        text: 'You cancelled in your wallet. Nothing was charged.',
        code: 'PORTAL_CHAIN_USER_REJECTED',
      }
    case 'short':
      return {
        text: shortText(outcome, symbol, hasGasless),
        code: 'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
      }
    case 'wrong_network':
      return {
        text: `Your wallet is on another network. Switch it to ${network} and try again.`,
        code: null,
      }
    case 'no_account':
      return { text: 'Your wallet offered no account. Unlock it and try again.', code: null }
    case 'failed':
      return {
        text: `Your wallet could not do it: ${outcome.message} Nothing was charged.`,
        code: 'PORTAL_SYSTEM_ERROR',
      }
  }
}

/** Why a signature was not taken; or that nobody knows whether it was, which is no failure. */
export function refusalOf({ message, isUnknown }: { message: string; isUnknown: boolean }): Notice {
  if (!isUnknown) return { text: `${message} Nothing was charged.`, code: 'PORTAL_SYSTEM_ERROR' }
  return {
    text: 'We could not hear whether your payment was sent. If it was, this page shows it soon: wait for that before you pay again.',
    code: null,
  }
}

function shortText(
  { of, needs, has }: Extract<Unsent, { kind: 'short' }>,
  symbol: string,
  hasGasless: boolean,
): string {
  if (of === 'token') {
    return `This wallet has ${has} ${symbol}, and ${needs} are due. Add to it, or pay in something else.`
  }
  const remedy = hasGasless
    ? 'Pay by signature instead: that needs none.'
    : 'Add some, or pay another way.'
  return `Sending takes a network fee, and this wallet has ${has} for it. ${remedy}`
}
