import { useMemo } from 'preact/hooks'
import { readRange, timesOfRange } from '../../format/date-ranges.js'
import { useFormats } from '../../format/use-formats.js'
import { DateRange } from '../../parts/date-range.js'
import { Notice } from '../../parts/notice.js'
import { Failed, NoMatch } from '../../parts/states.js'
import { useConsoleTexts } from '../../texts.js'
import { useQueryAddress } from '../use-address.js'
import { type ListQuery, usePlans, useSubscribers } from '../use-subscriptions.js'
import { statusGroups, toListQuery } from './filters.js'
import { SearchBox } from './search-box.js'
import { SimulateButton } from './simulate-button.js'
import { SubscriberTable } from './subscriber-table.js'

/** All subscriptions of the shop: search and filters, and the rows. */
export function Subscribers() {
  const { subscriptions: texts } = useConsoleTexts()
  const { timeZone } = useFormats()
  const { values, change } = useQueryAddress()
  const plans = usePlans()
  const filters = {
    status: values.get('status') ?? '',
    plan: values.get('plan') ?? '',
    q: values.get('q') ?? '',
    created: readRange(values.get('created')),
    ended: readRange(values.get('ended')),
  }
  const query = useMemo((): ListQuery => {
    const now = Date.now()
    return toListQuery({
      ...filters,
      created: timesOfRange(filters.created, now, timeZone),
      ended: timesOfRange(filters.ended, now, timeZone),
    })
  }, [values.toString(), timeZone])
  const list = useSubscribers(query)
  const rows = useMemo(
    () => (list.data?.pages ?? []).flatMap(({ subscriptions }) => subscriptions),
    [list.data],
  )
  const names = texts.list.filters
  const active = [
    filters.q && `“${filters.q}”`,
    filters.status && names.status,
    filters.plan && names.plan,
    filters.created && names.created,
    filters.ended && names.ended,
  ].filter((name): name is string => Boolean(name))
  const clear = () => change({ q: null, status: null, plan: null, created: null, ended: null })
  return (
    <>
      <div class="subscriber-bar">
        <SearchBox
          label={texts.list.search}
          hint={texts.list.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <select
          aria-label={names.status}
          value={filters.status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        >
          <option value="">{names.allStatuses}</option>
          {Object.keys(statusGroups).map((group) => (
            <option key={group} value={group}>
              {names[group as keyof typeof statusGroups]}
            </option>
          ))}
          {Object.entries(texts.statuses).map(([status, name]) => (
            <option key={status} value={status}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={names.plan}
          value={filters.plan}
          onChange={({ currentTarget }) => change({ plan: currentTarget.value })}
        >
          <option value="">{names.allPlans}</option>
          {(plans.data?.plans ?? []).map(({ planId, name }) => (
            <option key={planId} value={planId}>
              {name}
            </option>
          ))}
        </select>
        <span class="range-filter">
          <span class="soft">{names.created}</span>
          <DateRange
            value={filters.created}
            now={Date.now()}
            onChange={(created) => change({ created })}
          />
        </span>
        {filters.ended !== null && (
          <span class="range-filter">
            <span class="soft">{names.ended}</span>
            <DateRange
              value={filters.ended}
              now={Date.now()}
              onChange={(ended) => change({ ended })}
            />
          </span>
        )}
        <SimulateButton plans={plans.data?.plans ?? []} />
      </div>
      {list.isError && !list.data && (
        <Failed
          error={list.error}
          title={texts.failed}
          kept={texts.kept}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && rows.length === 0 && active.length > 0 && (
        <NoMatch filters={active} onClear={clear} />
      )}
      {list.isSuccess && rows.length === 0 && active.length === 0 && (
        <Notice title={texts.list.empty} text={texts.list.emptyText} />
      )}
      {(list.isPending || rows.length > 0) && (
        <SubscriberTable
          label={texts.list.title}
          rows={rows}
          hasReason
          isLoading={list.isPending || list.isFetchingNextPage}
          hasMore={list.hasNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}
