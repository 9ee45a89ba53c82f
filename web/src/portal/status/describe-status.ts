import type { PortalReceipt } from '@tallystick/sdk'
import { formatAmount } from '../../format/format-money.js'
import { sentenceCase } from '../../format/sentence-case.js'
import type { Tone } from '../../ui/status-pill.js'
import { deriveStage, minPartUsd } from '../state/derive-stage.js'

/** A status in the buyer's words. */
export type StatusText = { tone: Tone; word: string; text: string }

const usd = (amount: number) => `${formatAmount(amount)} USD`

/** Describes the payment's status to the buyer, and the next step. */
export function describeStatus(receipt: PortalReceipt): StatusText {
  const { brandName, payment, confirmations } = receipt
  const shop = brandName || 'the shop'
  const stage = deriveStage(receipt)
  switch (stage) {
    case 'open':
      return wait('Waiting for payment', 'Pay from a wallet or an exchange.')
    case 'failed':
      return warn(
        'Not paid yet',
        receipt.failure?.action ?? 'Your last attempt failed. You can try again.',
      )
    case 'expired':
      return warn(
        'Expired',
        `This receipt has expired. Nothing was charged. Ask ${shop} for a new link.`,
      )
    case 'sold_out':
      return warn('Sold out', describeSoldOut(receipt))
    case 'unavailable':
      return warn(
        'Unavailable',
        'Payment is unavailable right now. Nothing was charged. Try again in a minute.',
      )
    case 'automatic':
      return wait(
        'Automatic payment',
        `Your subscription at ${shop} pays this automatically. You need not do anything here.`,
      )
    case 'sent':
      return wait(
        'Sent',
        `Your payment is on its way. It usually appears on ${payment.network.name} within seconds. You can close this page. We'll detect it automatically.`,
      )
    case 'part_paid':
      return warn(
        'Partly paid',
        `We have received ${usd(payment.paidUsd)} of ${usd(payment.paidUsd + payment.dueUsd)}. ${usd(payment.dueUsd)} still due.`,
      )
    case 'confirming':
      return wait(
        'Confirming',
        confirmations.awaitsSafe && confirmations.have >= confirmations.need
          ? 'Payment detected. A payment of this size takes a few minutes to become final. You can close this page.'
          : `Payment detected: ${confirmations.have} of ${confirmations.need} confirmations. You can close this page.`,
      )
    case 'mismatch':
      return warn(
        'Needs attention',
        `We received a transaction that does not count toward this receipt. It was reversed, or it used a token that ${shop} does not accept. Contact ${shop}, or pay again.`,
      )
    case 'paid':
      return { tone: 'good', word: 'Paid', text: describePaid(receipt) }
    case 'refund_requested':
      return wait(
        'Refund requested',
        `${sentenceCase(shop)} has your refund request and will review it.`,
      )
    case 'refunded':
      return describeRefunded(receipt)
  }
}

/** Names the items, so that the buyer can order the rest. */
function describeSoldOut({ brandName, payment }: PortalReceipt): string {
  const { soldOut, paidUsd } = payment
  const shop = brandName || 'the shop'
  const [first, second, ...more] = soldOut
  const others = more.length > 0 ? `${more.length + 1} other items` : second
  const names = others === undefined ? first : `${first} and ${others}`
  const next =
    paidUsd < minPartUsd
      ? `Nothing was charged. Please do not pay this order: place a new one at ${shop}.`
      : `Please do not send more. ${sentenceCase(shop)} received ${usd(paidUsd)} from you and can refund it.`
  return `No longer available: ${names}. ${next} If stock returns, you can pay here again.`
}

/** Merchants may record a refund before it is on chain, or refund in another way. */
function describeRefunded({ brandName, refunds, refundedUsd }: PortalReceipt): StatusText {
  const isConfirmed = refunds.length > 0 && refunds.every(({ confirmed }) => confirmed)
  if (isConfirmed)
    return { tone: 'good', word: 'Refunded', text: `${usd(refundedUsd)} was refunded to you.` }
  return wait('Refunded', `${brandName || 'The shop'} marked ${usd(refundedUsd)} as refunded.`)
}

function wait(word: string, text: string): StatusText {
  return { tone: 'wait', word, text }
}

function warn(word: string, text: string): StatusText {
  return { tone: 'warn', word, text }
}

/** A smaller excess comes from rounding. */
const minExcessUsd = 0.01

function describePaid({ brandName, payment, totalUsd, refundedUsd }: PortalReceipt): string {
  const thanks = `${brandName || 'The shop'} received your payment. Thank you.`
  if (refundedUsd > 0) return `${thanks} ${usd(refundedUsd)} was refunded.`
  const excess = wholeCents(payment.paidUsd - totalUsd)
  if (excess < minExcessUsd) return thanks
  return `${thanks} You overpaid by ${usd(excess)}. Ask ${brandName || 'the shop'} for a refund.`
}

/** Rounds down to cents. The service rounds dollars to six decimals. */
function wholeCents(usd: number): number {
  return Math.floor(Math.round(usd * 1e6) / 1e4) / 100
}
