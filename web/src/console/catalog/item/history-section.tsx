import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import type { ResultOf } from '../../api/api-types.js'
import type { ConsoleFormats } from '../../format/console-formats.js'
import { useFormats } from '../../format/use-formats.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed } from '../../parts/states.js'
import { usePeople } from '../../receipts/detail/use-people.js'
import { useSession } from '../../session/session.js'
import { describeValue, type NamedField } from '../describe-fields.js'
import type { Item } from '../use-items.js'
import { ItemSection } from './item-form.js'

const { item: texts } = catalogTexts
const maxEntries = 20

type Entry = ResultOf<'get', '/api/audit'>['entries'][number]

/** The changes to the item: by whom, when, and of which fields. */
export function HistorySection({ item }: { item: Item }) {
  const { api, membership } = useSession()
  const format = useFormats()
  const nameOf = usePeople()
  const history = useQuery({
    queryKey: ['items', membership.wallet, 'history', item.id, item.revision],
    queryFn: ({ signal }) =>
      api.call('get', '/api/audit', { query: { target: item.id, limit: maxEntries }, signal }),
  })
  const entries = history.data?.entries
  return (
    <ItemSection
      title={texts.history}
      note={texts.historyText}
      aside={<Link href={`/receipts?${new URLSearchParams({ q: item.name })}`}>{texts.sales}</Link>}
    >
      {history.isError && <Failed error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <SkeletonText lines={3} />}
      {entries?.length === 0 && <p class="soft">{texts.noHistory}</p>}
      <ol class="item-history">
        {entries?.map((entry) => (
          <li key={entry.seq} class="history-row">
            <span class="history-changes">
              {describeEntry(entry, format).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
            <span class="soft">
              {format.dateTime(entry.at)} · {nameOf(entry.actor)}
            </span>
          </li>
        ))}
      </ol>
    </ItemSection>
  )
}

function describeEntry({ action, before, after }: Entry, format: ConsoleFormats): string[] {
  if (action === 'item.created') return [texts.createdBy]
  if (action === 'item.deleted') return [texts.deletedBy]
  const fields = Object.keys(after ?? {}).filter((name): name is NamedField => name in texts.fields)
  return fields.map((field) => {
    const [old, now] = [before, after].map((side) => describeValue(field, side?.[field], format))
    const isLong = [old, now].some((text = '') => text.length > 60)
    const change = isLong ? texts.changed : texts.from(old ?? '', now ?? '')
    return `${texts.fields[field]} ${change}`
  })
}
