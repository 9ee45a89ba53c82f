import { Link } from 'wouter-preact'
import { useFormats } from '../../format/use-formats.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed } from '../../parts/states.js'
import { useConsoleTexts } from '../../texts.js'
import { reasonOf, StatusPill, shortWallet } from '../describe.js'
import { useQueryAddress } from '../use-address.js'
import { type Subscription, useSubscribers } from '../use-subscriptions.js'
import { FixRow } from './fix-row.js'

const shown = 5

const nextOf = ({ status, nextAttemptAt, nextChargeAt }: Subscription) =>
  status === 'unpaid' ? nextChargeAt : nextAttemptAt

/** Subscriptions whose last charge failed: why, when it is tried again, and how to fix it. */
export function FailingCard({ count }: { count: number | null }) {
  const { subscriptions: texts } = useConsoleTexts()
  const formats = useFormats()
  const { addressWith } = useQueryAddress()
  const list = useSubscribers({ status: 'past_due,unpaid', limit: shown })
  const rows = list.data?.pages[0]?.subscriptions ?? []
  return (
    <section class="card" aria-labelledby="failing-title">
      <header class="card-head">
        <h2 id="failing-title">{texts.overview.failingTitle}</h2>
        {count !== null && count > shown && (
          <Link href="/subscriptions/subscribers?status=failing">
            {texts.overview.allFailing(formats.count(count))}
          </Link>
        )}
      </header>
      {list.isPending && (
        <div class="card-note">
          <SkeletonText lines={3} />
        </div>
      )}
      {list.isError && !list.data && (
        <Failed error={list.error} kept={texts.kept} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && (
        <p class="card-note soft">
          {rows.length === 0 ? texts.overview.noFailing : texts.overview.failingNote}
        </p>
      )}
      {rows.length > 0 && (
        <ul class="fix-list">
          {rows.map((row) => (
            <FixRow
              key={row.subscriptionId}
              href={addressWith({ open: row.subscriptionId })}
              name={shortWallet(row.customerWallet)}
              detail={row.planName}
              reason={reasonOf(row, texts)}
              when={
                nextOf(row) === null
                  ? texts.drawer.noTry
                  : texts.drawer.nextTry(formats.dateTime(nextOf(row) ?? 0))
              }
              amount={formats.money(row.priceUsd, 'USD')}
              status={<StatusPill status={row.status} />}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
