import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { useSession } from '../../session/session.js'
import { customerOf, isSold, lineAmount, type Receipt, totalOf } from '../receipt.js'
import { nameOf } from '../row-facts.js'
import { useAmounts } from './section.js'
import type { Payments } from './use-payments.js'

/** The receipt on paper. A screen never shows it. */
export function PrintedReceipt({
  receipt,
  payments,
}: {
  receipt: Receipt
  payments: Payments | null
}) {
  const { print: texts, detail } = receiptDetailTexts
  const { membership } = useSession()
  const format = useFormats()
  const amountOf = useAmounts(receipt)
  const total = totalOf(receipt)
  const { billingAddress, brandName, lineItems, refundedUsd } = receipt
  return (
    <article class="printed" aria-hidden="true">
      <h1>{brandName || membership.name}</h1>
      <p>
        {texts.receipt} {nameOf(receipt)}
        <br />
        {format.dateTime(receipt.createdAt)}
      </p>
      {customerOf(receipt) && (
        <p>
          {[
            customerOf(receipt),
            billingAddress?.line1,
            billingAddress?.city,
            billingAddress?.country,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      <table>
        <tbody>
          {lineItems.map((line, place) => (
            <tr key={place}>
              <td>{line.qty && line.qty !== 1 ? `${line.qty} × ${line.label}` : line.label}</td>
              <td>{amountOf(lineAmount(line))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{detail.total}</th>
            <td>{format.money(total.amount, total.currency)}</td>
          </tr>
          <tr>
            <th scope="row">{isSold(receipt) ? texts.paid : texts.due}</th>
            <td>
              {payments && payments.received.length > 0
                ? format.list(
                    payments.received.map(
                      ({ amount, symbol }) => `${format.token(amount)} ${symbol}`,
                    ),
                  )
                : format.money(total.amount, total.currency)}
            </td>
          </tr>
          {refundedUsd !== undefined && (
            <tr>
              <th scope="row">{detail.refunds}</th>
              <td>{format.money(-refundedUsd, 'USD')}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {receipt.transactionHash && (
        <p>
          {detail.transaction} {receipt.transactionHash}
        </p>
      )}
      <p>{isSold(receipt) ? texts.thanks : receipt.paymentUrl}</p>
    </article>
  )
}
