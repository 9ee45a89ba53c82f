import type { PortalReceipt } from '@tallystick/sdk'
import { formatAmount } from '../../format/format-money.js'
import { sentenceCase } from '../../format/sentence-case.js'
import type { Tone } from '../../ui/status-pill.js'
import { stageOf } from '../state/derive-stage.js'

/** A status in the buyer's words. */
export type Words = { tone: Tone; word: string; text: string }

const usd = (amount: number) => `${formatAmount(amount)} USD`

/** What a page says first: how the payment stands, and what that means for whoever reads it. */
export function wordsOf(receipt: PortalReceipt): Words {
  const { brandName, payment, confirmations } = receipt
  const network = payment.network.name
  const shop = brandName || 'the shop'
  const stage = stageOf(receipt)
  switch (stage) {
    case 'open':
      return wait('Waiting for payment', 'Pay from a wallet or an exchange.')
    case 'failed':
      return {
        ...{ tone: 'warn', word: 'Not paid yet' },
        text: receipt.failure?.action ?? 'The last attempt did not work. You can try again here.',
      }
    case 'over':
      return {
        ...{ tone: 'warn', word: 'Closed' },
        text: `This can no longer be paid. Nothing was charged. Ask ${shop} for a new link.`,
      }
    case 'unavailable':
      return {
        ...{ tone: 'warn', word: 'One moment' },
        text: 'This cannot be paid right now. Nothing was charged. Open this page again in a minute.',
      }
    case 'sent':
      return wait(
        'Sent',
        `Your payment is on its way. ${sentenceCase(network)} usually shows it within seconds. You can close this page: it is found without you.`,
      )
    case 'part_paid':
      return {
        ...{ tone: 'warn', word: 'Partly paid' },
        text: `We have received ${usd(payment.paidUsd)} of ${usd(payment.paidUsd + payment.dueUsd)}. ${usd(payment.dueUsd)} still due.`,
      }
    case 'confirming':
      return wait(
        'Confirming',
        `Your payment was seen. ${confirmations.have} of ${confirmations.need} confirmations. You can close this page.`,
      )
    case 'mismatch':
      return {
        ...{ tone: 'warn', word: 'Needs a look' },
        text: `A transaction arrived that does not count for this receipt: it was undone, or made in a token that ${shop} does not take. Nothing was marked as paid. Show ${shop} the transaction, or pay again.`,
      }
    case 'paid':
      return { tone: 'good', word: 'Paid', text: paidText(receipt) }
    case 'refund_requested':
      return wait(
        'Refund asked for',
        `${sentenceCase(shop)} has your request and decides about it.`,
      )
    case 'refunded':
      return refundedWords(receipt)
  }
}

/** A merchant may write down a refund before the chain has it, or give it back in another way. */
function refundedWords({ brandName, refunds, refundedUsd }: PortalReceipt): Words {
  const isSeen = refunds.length > 0 && refunds.every(({ confirmed }) => confirmed)
  if (isSeen)
    return { tone: 'good', word: 'Refunded', text: `${usd(refundedUsd)} went back to you.` }
  return wait(
    'Refunded',
    `${brandName || 'The shop'} says that ${usd(refundedUsd)} went back to you.`,
  )
}

function wait(word: string, text: string): Words {
  return { tone: 'wait', word, text }
}

/** Less is a rounding of what was due. */
const excessUsd = 0.01

function paidText({ brandName, payment, totalUsd, refundedUsd }: PortalReceipt): string {
  const thanks = `${brandName || 'The shop'} has your payment. Thank you.`
  if (refundedUsd > 0) return `${thanks} ${usd(refundedUsd)} of it was refunded.`
  const excess = wholeCents(payment.paidUsd - totalUsd)
  if (excess < excessUsd) return thanks
  return `${thanks} You paid ${usd(excess)} more than was due. Ask ${brandName || 'the shop'} to give it back.`
}

/** Rounded down; a millionth of a dollar is as fine as the service counts. */
function wholeCents(usd: number): number {
  return Math.floor(Math.round(usd * 1e6) / 1e4) / 100
}
