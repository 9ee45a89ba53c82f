import type { ComponentChildren } from 'preact'
import { sentenceCase } from '../../../core/format/sentence-case.js'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { CopyButton } from '../../parts/copy-button.js'
import { useConsoleTexts } from '../../texts.js'
import { customerOf, emailOf, type Receipt, type Register } from '../receipt.js'
import { usePeople } from './use-people.js'

/** The buyer, and the place of the sale. */
export function FactsSection({
  receipt,
  registers,
}: {
  receipt: Receipt
  registers: readonly Register[]
}) {
  const { guest } = useConsoleTexts().receipts
  const { facts } = receiptDetailTexts.detail
  const format = useFormats()
  const nameOf = usePeople()
  const { billingAddress, registerId, soldBy, expiresAt, transactionId } = receipt
  const { line1, line2, zip, city, state, country, phone } = billingAddress ?? {}
  const address = [line1, line2, [zip, city].filter(Boolean).join(' '), state, country]
    .filter(Boolean)
    .join(', ')
  const email = emailOf(receipt)
  const register = registers.find(({ id }) => id === registerId)?.name ?? registerId
  const rows: [string, ComponentChildren][] = [
    [facts.customer, <b>{customerOf(receipt) ?? guest}</b>],
    [facts.email, email],
    [facts.phone, phone],
    [facts.address, address],
    [facts.reference, transactionId],
    [facts.register, register],
    [facts.soldBy, soldBy && sentenceCase(nameOf(soldBy))],
    [
      facts.id,
      <span class="fact-id">
        <span class="one-line">{receipt.receiptId}</span>
        <CopyButton text={receipt.receiptId} label={facts.copyId} />
      </span>,
    ],
    [facts.expires, expiresAt && format.dateTime(expiresAt)],
    [facts.failure, receipt.failureReason],
    [facts.next, receipt.failureAction],
  ]
  return (
    <section class="detail-section" aria-label={facts.customer}>
      <dl class="facts">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt class="soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
