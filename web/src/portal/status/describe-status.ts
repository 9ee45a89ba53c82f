import type { PortalReceipt } from '@tallystick/sdk'
import type { Language } from '../../core/texts/language.js'
import type { Tone } from '../../ui/status-pill.js'
import { deriveStage, hasPayment, minPartUsd } from '../state/derive-stage.js'
import { moneyOf, totalOf } from '../state/own-amounts.js'

/** A status in the buyer's words. */
export type StatusText = { tone: Tone; word: string; text: string }

/** Describes the payment's status to the buyer, and the next step. */
export function describeStatus(receipt: PortalReceipt, language: Language): StatusText {
  const { payment, confirmations } = receipt
  const { status, page } = language.texts
  const shop = receipt.brandName || page.theShop
  const money = moneyOf(receipt, language.format)
  const stage = deriveStage(receipt)
  switch (stage) {
    case 'open':
      return wait(status.open, status.openText)
    case 'failed':
      return warn(status.failed, receipt.failure?.action ?? status.failedText)
    case 'expired':
      return warn(
        status.expired,
        hasPayment(receipt) ? status.expiredPaid(shop) : status.expiredText(shop),
      )
    case 'sold_out':
      return warn(status.soldOut, describeSoldOut(receipt, language))
    case 'unavailable':
      return hasPayment(receipt)
        ? wait(status.checking, status.checkingText)
        : warn(status.unavailable, status.unavailableText)
    case 'automatic':
      return wait(status.automatic, status.automaticText(shop))
    case 'sent':
      return wait(status.sent, status.sentText(payment.network.name))
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

/** Returns whether the chain shows all refunds. Merchants may record a refund that they made in another way. */
function areConfirmed({ refunds }: PortalReceipt): boolean {
  return refunds.length > 0 && refunds.every(({ confirmed }) => confirmed)
}

function describeRefunded(receipt: PortalReceipt, { texts, format }: Language): StatusText {
  const { status, page } = texts
  const amount = moneyOf(receipt, format)(receipt.refunded)
  if (areConfirmed(receipt)) {
    return { tone: 'good', word: status.refunded, text: status.refundedText(amount) }
  }
  const shop = receipt.brandName || page.theShop
  return wait(status.refundRecorded, status.refundRecordedText(amount, shop))
}

function wait(word: string, text: string): StatusText {
  return { tone: 'wait', word, text }
}

function warn(word: string, text: string): StatusText {
  return { tone: 'warn', word, text }
}

/** A smaller excess comes from rounding. */
const minExcess = 0.01

function describePaid(receipt: PortalReceipt, { texts, format }: Language): string {
  const { payment, refunded, transactionHash } = receipt
  const { status, page } = texts
  const shop = receipt.brandName || page.theShop
  const money = moneyOf(receipt, format)
  // The merchant recorded a payment in another way, such as cash.
  const isRecorded = payment.paidUsd === 0 && transactionHash === null
  const thanks = isRecorded ? status.recordedText(shop) : status.paidText(shop)
  if (refunded > 0) {
    const amount = money(refunded)
    const isConfirmed = areConfirmed(receipt)
    return `${thanks} ${isConfirmed ? status.partRefunded(amount) : status.partRefundRecorded(amount, shop)}`
  }
  const excess = Math.round((payment.paid - totalOf(receipt)) * 100) / 100
  return excess < minExcess ? thanks : `${thanks} ${status.overpaidText(money(excess), shop)}`
}
