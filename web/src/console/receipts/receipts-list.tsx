import { useMemo, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { useFormats } from '../format/use-formats.js'
import { useStartedJob } from '../jobs/use-started-job.js'
import { Chips } from '../parts/chips.js'
import { Icon } from '../parts/icon.js'
import { OnDemand } from '../parts/on-demand.js'
import { SearchField } from '../parts/search-field.js'
import { useRight, useSession } from '../session/session.js'
import { useNow } from '../shell/service-clock.js'
import { useConsoleTexts } from '../texts.js'
import { type ColumnName, readColumns, writeColumns } from './columns.js'
import { describeChips, describeFilters } from './describe-chips.js'
import { ExportButton } from './export-button.js'
import {
  type ChipName,
  chipGroups,
  type Filters,
  reportChips,
  toQuery,
  withoutChip,
  writeFilters,
} from './filters.js'
import { ListBody, paymentPath, type ReceiptsListProps } from './list-body.js'
import { ExportJob, RescanJob } from './receipt-jobs.js'
import { useReceiptList } from './use-receipt-list.js'
import { ViewTabs } from './view-tabs.js'

/** The list of receipts: views, filters, what they add up to, and the rows. */
export function ReceiptsList(props: ReceiptsListProps) {
  const { filters, search, registers } = props
  const { receipts: texts, screens: screenNames } = useConsoleTexts()
  const { membership } = useSession()
  const format = useFormats()
  const [, navigate] = useLocation()
  const [columns, setColumns] = useState(readColumns)
  const [editing, setEditing] = useState<{ chip: ChipName } | null>(null)
  const [isChoosingColumns, setChoosingColumns] = useState(false)
  const registerNames = useMemo(
    () => new Map(registers.map(({ id, name }) => [id, name])),
    [registers],
  )
  // Another day changes what "today" means, a later moment does not.
  const now = useNow()
  const today = format.dayKey(now)
  const query = useMemo(
    () => toQuery(filters, { zone: format.timeZone, now }),
    [filters, format, today],
  )
  const state = useReceiptList(query)
  const show = (changed: Filters) => {
    const view = new URLSearchParams(search).get('view')
    const text = [writeFilters(changed), view && `view=${encodeURIComponent(view)}`]
      .filter(Boolean)
      .join('&')
    navigate(`/receipts${text && `?${text}`}`, { replace: true })
  }
  const changeColumns = (chosen: readonly ColumnName[] | null) => {
    writeColumns(chosen)
    setColumns(chosen ?? readColumns())
  }
  const itemName = useMemo(() => {
    if (filters.item === undefined) return undefined
    const lines = state.receipts.flatMap(({ lineItems }) => lineItems)
    return lines.find(({ itemId }) => itemId === filters.item)?.label
  }, [state.receipts, filters.item])
  const words = { texts, format, registerNames, itemName }
  const exported = useStartedJob('export')
  const rescanned = useStartedJob('rescan')
  const described = describeFilters(filters, words)
  const { q, ...others } = filters
  const exportButton = membership.rights.includes('receipts:read') && (
    <ExportButton
      query={query}
      count={state.isComplete ? state.receipts.length : null}
      words={format.list(described)}
      background={exported}
    />
  )
  return (
    <div class="receipts">
      <header class="screen-head">
        <h1>{screenNames.receipts}</h1>
        <div class="actions wide-only">
          <button type="button" class="button quiet" onClick={() => setChoosingColumns(true)}>
            <Icon name="columns" />
            {texts.columns}
          </button>
          {exportButton}
          <NewPaymentLink />
        </div>
      </header>
      <ViewTabs
        filters={filters}
        search={search}
        columns={columns}
        onColumns={(chosen) => setColumns(chosen.length > 0 ? chosen : readColumns())}
      />
      <div class="filter-bar">
        <SearchField
          label={texts.search}
          hint={texts.searchHint}
          value={q ?? ''}
          onChange={(text) => show(text === '' ? others : { ...others, q: text })}
        />
        <Chips
          chips={describeChips(filters, words).map(({ chip, name, value }) => ({
            id: chip,
            name,
            value,
            onRemove: () => show(withoutChip(filters, chip)),
            onEdit: () => setEditing({ chip }),
          }))}
          additions={(Object.keys(chipGroups) as ChipName[])
            .filter(
              (chip) =>
                !reportChips.includes(chip) && (chip !== 'register' || registers.length > 0),
            )
            .map((chip) => ({
              id: chip,
              label: texts.filters[chip],
              onSelect: () => setEditing({ chip }),
            }))}
          onClear={() => navigate('/receipts', { replace: true })}
        />
      </div>
      <ExportJob started={exported} />
      <RescanJob started={rescanned} />
      <ListBody
        {...props}
        {...state}
        columns={columns}
        registerNames={registerNames}
        words={described}
        exportButton={exportButton}
        rescanned={rescanned}
      />
      {editing && (
        <OnDemand
          load={() => import('./filter-dialog.js').then((module) => module.FilterDialog)}
          props={{
            filters,
            chip: editing.chip,
            registers,
            onApply: (chosen: Filters) => {
              setEditing(null)
              show(chosen)
            },
            onClose: () => setEditing(null),
          }}
          onFailed={() => setEditing(null)}
        />
      )}
      {isChoosingColumns && (
        <OnDemand
          load={() => import('./columns-dialog.js').then((module) => module.ColumnsDialog)}
          props={{ columns, onChange: changeColumns, onClose: () => setChoosingColumns(false) }}
          onFailed={() => setChoosingColumns(false)}
        />
      )}
    </div>
  )
}

function NewPaymentLink() {
  const { screens: names } = useConsoleTexts()
  if (!useRight('receipts:write')) return null
  return (
    <Link class="button main" href={paymentPath}>
      <Icon name="plus" />
      {names.payment}
    </Link>
  )
}
