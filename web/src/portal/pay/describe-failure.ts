import type { PayOutcome } from '../../wallet/pay-with-wallet.js'

/** What a buyer is told about an attempt, and what the merchant is told: a code of spec 7.3, or nothing. */
export type Notice = { text: string; code: string | null }

type Unsent = Exclude<PayOutcome, { kind: 'sent' }>

type Facts = { symbol: string; network: string; coin: string; hasGasless: boolean }

/** Why an attempt did not work. Never that it is the buyer's fault, and never more than is known. */
export function noticeOf(outcome: Unsent, facts: Facts): Notice {
  const { network } = facts
  switch (outcome.kind) {
    case 'rejected':
      return {
        text: 'You cancelled in your wallet. Nothing was charged.',
        code: 'PORTAL_CHAIN_USER_REJECTED',
      }
    case 'short':
      return { text: shortText(outcome, facts), code: 'PORTAL_CHAIN_INSUFFICIENT_BALANCE' }
    case 'wrong_network':
      return quiet(`Your wallet is on another network. Switch it to ${network} and try again.`)
    case 'no_account':
      return quiet('Your wallet offered no account. Unlock it and try again.')
    case 'called_off':
      return quiet('What is due has changed meanwhile. Nothing was charged. Please try again.')
    case 'still_asking':
      return quiet('Your wallet is still asking. Open it and answer there.')
    case 'unknown': {
      const said = outcome.message ? `said: ${sentence(outcome.message)}` : 'did not answer.'
      return quiet(`Your wallet ${said} Look there whether it was sent before you try again.`)
    }
    case 'failed':
      return {
        text: `Your wallet could not do it: ${sentence(outcome.message)} Nothing was charged.`,
        code: 'PORTAL_SYSTEM_ERROR',
      }
  }
}

/** Why a signature was not taken; or that nobody knows whether it was, which is no failure. */
export function refusalOf({
  code,
  isUnknown,
}: {
  code: string | null
  isUnknown: boolean
}): Notice {
  if (isUnknown) {
    return quiet(
      'We could not hear whether your payment was sent. If it was, this page shows it soon: wait for that before you pay again.',
    )
  }
  if (code === 'conflict')
    return quiet('A payment is on its way already. Wait for it before you sign another.')
  if (code === 'rate_limited')
    return quiet('That was too often. Nothing was charged. Try again in a minute.')
  const text =
    code === 'chain_unavailable'
      ? 'The network cannot be reached right now. Nothing was charged. Try again in a minute.'
      : 'Your signature could not be used, and nothing was charged. Look at the amount and try again, or pay with a network fee.'
  return { text, code: 'PORTAL_SYSTEM_ERROR' }
}

/** Nothing that the merchant has to hear of. */
function quiet(text: string): Notice {
  return { text, code: null }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function shortText(
  { of, needs, has }: Extract<Unsent, { kind: 'short' }>,
  { symbol, coin, hasGasless }: Facts,
): string {
  if (of === 'token') {
    return `This wallet has ${has} ${symbol}, and ${needs} are due. Add to it, or pay in something else.`
  }
  const remedy = hasGasless
    ? 'Pay by signature instead: that needs none.'
    : 'Add some, or pay another way.'
  const least = needs === '0' ? '' : `, at least ${needs} ${coin}`
  return `Sending takes a network fee${least}, and this wallet has ${has} ${coin}. ${remedy}`
}
