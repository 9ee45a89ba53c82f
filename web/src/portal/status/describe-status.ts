import type { PortalReceipt } from '@tallystick/sdk'
import type { Language } from '../../core/texts/language.js'
import type { Tone } from '../../ui/status-pill.js'
import type { Notice } from '../pay/describe-failure.js'
import { deriveStage, hasPayment, minPartUsd, type Stage } from '../state/derive-stage.js'
import { moneyOf, totalOf } from '../state/own-amounts.js'

/** A status in the buyer's words. */
export type StatusText = { tone: Tone; word: string; text: string }

/** Returns whether the notice of a failed attempt on this page is the status of the payment. */
export function isStatus(notice: Notice | null, stage: Stage): boolean {
  return notice !== null && (stage === 'open' || stage === 'failed')
}

/**
 * Describes the payment's status to the buyer, and the next step. The notice is that of the last
 * attempt on this page, if it failed.
 */
export function describeStatus(
  receipt: PortalReceipt,
  language: Language,
  notice: Notice | null = null,
): StatusText {
  const { payment, confirmations } = receipt
  const { status, page, failures, card } = language.texts
  const shop = receipt.brandName || page.theShop
  const money = moneyOf(receipt, language.format)
  const stage = deriveStage(receipt)
  if (notice && isStatus(notice, stage)) {
    const isUncharged = notice.isUncharged && !hasPayment(receipt)
    const text = isUncharged ? `${notice.text} ${failures.nothingCharged}` : notice.text
    return warn(notice.isUnknown ? status.unconfirmed : status.failed, text)
  }
  switch (stage) {
    case 'open':
      return wait(status.open, status.openText)
    case 'failed':
      return describeFailed(receipt, language)
    case 'expired':
      return warn(
        status.expired,
        hasPayment(receipt) ? status.expiredPaid(shop) : status.expiredText(shop),
      )
    case 'sold_out':
      return warn(status.soldOut, describeSoldOut(receipt, language))
    case 'closed':
      return warn(status.closed, describeClosed(receipt, language))
    case 'unavailable':
      return hasPayment(receipt)
        ? wait(status.checking, status.checkingText)
        : warn(status.unavailable, status.unavailableText)
    case 'automatic':
      return wait(status.automatic, status.automaticText(shop))
    case 'sent':
      return wait(status.sent, status.sentText(payment.network.name))
    case 'card_charged':
      return wait(card.charged, card.chargedText(shop))
    case 'part_paid':
      return warn(
        status.partPaid,
        status.partPaidText(money(payment.paid), money(totalOf(receipt)), money(payment.due)),
      )
    case 'confirming':
      return wait(
        status.confirming,
        confirmations.awaitsSafe && confirmations.have >= confirmations.need
          ? status.finalizingText
          : status.confirmingText(confirmations.have, confirmations.need),
      )
    case 'mismatch':
      return warn(status.mismatch, status.mismatchText(shop))
    case 'paid':
      return { tone: 'good', word: status.paid, text: describePaid(receipt, language) }
    case 'refund_requested':
      return wait(status.refundRequested, status.refundRequestedText(shop))
    case 'refunded':
      return describeRefunded(receipt, language)
  }
}

function describeFailed(receipt: PortalReceipt, { texts }: Language): StatusText {
  const { failure, card, payment } = receipt
  const { status, failures } = texts
  const assurance = isUncharged(receipt) ? ` ${failures.nothingCharged}` : ''
  const text =
    (failure?.action ?? (payment.isBlocked ? status.blockedText : status.failedText)) + assurance
  if (card?.status === 'needs_documents') return warn(texts.card.documents, text)
  const isDeclined = card?.status === 'declined' && failure?.category === 'card_decline'
  return isDeclined ? { tone: 'bad', word: texts.card.declined, text } : warn(status.failed, text)
}

/**
 * Returns whether the buyer may wonder whether a failed card was charged. Failures of wallets say
 * themselves what happened.
 */
function isUncharged(receipt: PortalReceipt): boolean {
  const { category = '' } = receipt.failure ?? {}
  return !hasPayment(receipt) && /^(card_decline|compliance|limits)$/.test(category)
}

/** Names the items, so that the buyer can order the rest. */
function describeSoldOut(receipt: PortalReceipt, { texts, format }: Language): string {
  const { soldOut, paidUsd, paid } = receipt.payment
  const { status, page } = texts
  const shop = receipt.brandName || page.theShop
  const [first = '', second, ...more] = soldOut
  const others = more.length > 0 ? status.otherItems(more.length + 1) : second
  const names = others === undefined ? first : format.list([first, others])
  const amount = paidUsd < minPartUsd ? null : moneyOf(receipt, format)(paid)
  const next = hasPayment(receipt) ? status.soldOutPaid(shop, amount) : status.soldOutUnpaid(shop)
  return `${status.soldOutText(names)} ${next} ${status.soldOutReturn}`
}

function describeClosed(receipt: PortalReceipt, { texts, format }: Language): string {
  const { paidUsd, paid } = receipt.payment
  const { status, page, failures } = texts
  const shop = receipt.brandName || page.theShop
  const amount = paidUsd < minPartUsd ? null : moneyOf(receipt, format)(paid)
  const next = hasPayment(receipt)
    ? status.closedPaid(shop, amount)
    : `${failures.nothingCharged} ${status.closedUnpaid}`
  return `${status.closedText(shop)} ${next}`
}

/**
 * Returns whether the chain shows all refunds. Merchants may record a refund that they made in
 * another way.
 */
function areConfirmed({ refunds }: PortalReceipt): boolean {
  return refunds.length > 0 && refunds.every(({ confirmed }) => confirmed)
}

function describeRefunded(receipt: PortalReceipt, language: Language): StatusText {
  const { status } = language.texts
  const text = describeRefunds(receipt, language)
  if (areConfirmed(receipt)) return { tone: 'good', word: status.refunded, text }
  return wait(status.refundRecorded, text)
}

/** Says of each part of the refunds what the buyer can expect. */
function describeRefunds(receipt: PortalReceipt, { texts, format }: Language): string {
  const { refunds, refunded } = receipt
  const { status, page } = texts
  const money = moneyOf(receipt, format)
  const sumOf = (isIncluded: (refund: (typeof refunds)[number]) => boolean) =>
    refunds.filter(isIncluded).reduce((sum, { amount }) => sum + amount, 0)
  const confirmed = sumOf((refund) => refund.confirmed)
  const unconfirmed = sumOf((refund) => !refund.confirmed && refund.txHash !== null)
  const parts = [
    [confirmed, status.refundedText],
    [unconfirmed, status.refundUnconfirmed],
    [refunded - confirmed - unconfirmed, status.refundRecordedText],
  ] as const
  return parts
    .flatMap(([amount, describe]) =>
      isAmount(amount) ? describe(money(amount), receipt.brandName || page.theShop) : [],
    )
    .join(' ')
}

function wait(word: string, text: string): StatusText {
  return { tone: 'wait', word, text }
}

function warn(word: string, text: string): StatusText {
  return { tone: 'warn', word, text }
}

/** Returns whether a difference is at least a cent. A smaller one comes from rounding. */
function isAmount(difference: number): boolean {
  return Math.round(difference * 100) > 0
}

function describePaid(receipt: PortalReceipt, language: Language): string {
  const { payment, refunded, transactionHash } = receipt
  const { texts, format } = language
  const { status, page } = texts
  const shop = receipt.brandName || page.theShop
  const money = moneyOf(receipt, format)
  // The merchant recorded a payment in another way, such as cash.
  const isRecorded = payment.paidUsd === 0 && transactionHash === null
  const thanks = isRecorded ? status.recordedText(shop) : status.paidText(shop)
  if (refunded > 0) {
    const rest = (isRecorded ? totalOf(receipt) : payment.paid) - refunded
    const remainder = isAmount(rest) ? ` ${status.remainsPaid(money(rest))}` : ''
    return `${thanks} ${describeRefunds(receipt, language)}${remainder}`
  }
  const excess = payment.paid - totalOf(receipt)
  return isAmount(excess) ? `${thanks} ${status.overpaidText(money(excess), shop)}` : thanks
}
