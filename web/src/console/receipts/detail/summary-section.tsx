import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { useConsoleTexts } from '../../texts.js'
import { partPaymentOf, type Receipt, standingOf, totalOf } from '../receipt.js'
import { describeMoment } from './describe-moment.js'
import { PrimaryActions } from './receipt-actions.js'
import type { Payments } from './use-payments.js'

type SummaryProps = { receipt: Receipt; payments: Payments | null }

/** The amount, and its present state. */
export function SummarySection({ receipt, payments }: SummaryProps) {
  const format = useFormats()
  const { amount, currency } = totalOf(receipt)
  return (
    <section class="detail-section detail-summary">
      <div>
        <p class="detail-amount">{format.money(amount, currency)}</p>
        <p class="soft">
          <SummaryText receipt={receipt} payments={payments} />
        </p>
      </div>
      <PrimaryActions receipt={receipt} />
    </section>
  )
}

function SummaryText({ receipt, payments }: SummaryProps) {
  const texts = useConsoleTexts().receipts
  const format = useFormats()
  const { detail } = receiptDetailTexts
  const { summary } = detail
  const moment = (at: number) => describeMoment(at, { texts: detail, format })
  const paidAt =
    receipt.transactionTimestamp ??
    receipt.timeline.findLast(({ status }) => status === 'paid')?.at ??
    receipt.updatedAt
  const standing = standingOf(receipt)
  switch (standing) {
    case 'waiting':
      return <>{summary.waiting(moment(receipt.createdAt))}</>
    case 'confirming':
      return <>{summary.confirming(moment(receipt.createdAt))}</>
    case 'underpaid': {
      const { paidUsd, dueUsd } = partPaymentOf(receipt) ?? { paidUsd: 0, dueUsd: 0 }
      return <>{summary.underpaid(format.money(paidUsd, 'USD'), format.money(dueUsd, 'USD'))}</>
    }
    case 'wrong':
      return <>{summary.wrong}</>
    case 'paid':
    case 'part_refunded':
    case 'refund_requested':
    case 'refunded': {
      const paid = receipt.marked
        ? summary.recorded(moment(paidAt))
        : payments && payments.received.length > 0
          ? summary.paidWith(
              moment(paidAt),
              format.list(
                payments.received.map(({ amount, symbol }) => `${format.token(amount)} ${symbol}`),
              ),
            )
          : summary.paid(moment(paidAt))
      const { refundedUsd } = receipt
      const refunded =
        refundedUsd === undefined ? '' : `. ${summary.refunded(format.money(refundedUsd, 'USD'))}`
      return (
        <>
          {paid}
          {refunded}
        </>
      )
    }
    default:
      return <>{receipt.failureReason ?? texts.standing[standing]}</>
  }
}
