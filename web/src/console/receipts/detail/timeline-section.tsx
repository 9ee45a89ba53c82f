import type { ReceiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import type { Receipt, TimelineEntry } from '../receipt.js'
import { Section } from './section.js'
import { usePeople } from './use-people.js'

const strongStatuses = ['paid', 'completed', 'reconciled', 'refunded']

/** The timeline, newest first. */
export function TimelineSection({ receipt }: { receipt: Receipt }) {
  const { timeline: texts, detail } = receiptDetailTexts
  const format = useFormats()
  const nameOf = usePeople()
  const entries = receipt.timeline.toReversed()
  return (
    <Section title={detail.timeline}>
      <ol class="timeline">
        {entries.map((entry, place) => (
          <li key={place} class={strongStatuses.includes(entry.status) ? 'strong' : ''}>
            <span class="timeline-text">
              {describeEntry(entry, { texts, nameOf })}
              {entry.note && <span class="soft">{entry.note}</span>}
            </span>
            <time class="soft figures" dateTime={new Date(entry.at).toISOString()}>
              {format.dayKey(entry.at) === format.dayKey(receipt.createdAt)
                ? format.clockExact(entry.at)
                : format.dateTime(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Returns an entry in words. */
function describeEntry(
  { status, by, marked }: TimelineEntry & { marked?: unknown },
  { texts, nameOf }: { texts: ReceiptDetailTexts['timeline']; nameOf(id: string): string },
): string {
  if (status === 'generated' || (status === 'pending' && isPerson(by))) {
    return texts.generatedBy(nameOf(by))
  }
  if (marked) {
    if (status === 'paid') return texts.paidBy(nameOf(by))
    if (status === 'failed') return texts.failedBy(nameOf(by))
    if (status === 'reconciled') return texts.reconciledBy(nameOf(by))
  }
  const text = Object.hasOwn(texts, status) ? texts[status as keyof typeof texts] : null
  return typeof text === 'string' ? text : texts.other(status)
}

/** Parts of the service have plain names, such as settlement. */
function isPerson(by: string): boolean {
  return /^(key_|psn_|csh_|0x)/.test(by)
}
