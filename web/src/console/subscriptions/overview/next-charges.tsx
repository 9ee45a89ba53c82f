import { useMemo, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useFormats } from '../../format/use-formats.js'
import { useConsoleTexts } from '../../texts.js'
import { SubscriberTable } from '../subscribers/subscriber-table.js'
import { useSubscribers } from '../use-subscriptions.js'

const shown = 6
/** Sorted here, because the service lists the newest subscriptions first. */
const read = 100
const daysMs = 30 * 86_400_000

/** The charges that come next. */
export function NextCharges() {
  const { subscriptions: texts } = useConsoleTexts()
  const { count } = useFormats()
  // Once, because another time is another query.
  const [nextChargeTo] = useState(() => Date.now() + daysMs)
  const list = useSubscribers({ status: 'active,past_due', nextChargeTo, limit: read })
  const rows = useMemo(
    () =>
      (list.data?.pages[0]?.subscriptions ?? [])
        .toSorted((a, b) => (a.nextChargeAt ?? 0) - (b.nextChargeAt ?? 0))
        .slice(0, shown),
    [list.data],
  )
  return (
    <section class="card next-charges" aria-labelledby="next-charges-title">
      <header class="card-head">
        <h2 id="next-charges-title">{texts.overview.nextTitle}</h2>
        <Link href="/subscriptions/subscribers">{texts.overview.allSubscribers}</Link>
      </header>
      {list.isSuccess && rows.length === 0 ? (
        <p class="card-note soft">{`${texts.list.empty}. ${texts.list.emptyText}`}</p>
      ) : (
        <SubscriberTable
          label={`${texts.overview.nextTitle} ${count(rows.length)}`}
          rows={rows}
          isLoading={list.isPending}
        />
      )}
    </section>
  )
}
