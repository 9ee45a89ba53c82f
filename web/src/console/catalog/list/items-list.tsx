import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { bulkTexts } from '../../../core/texts/en-console-bulk.js'
import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { Chips } from '../../parts/chips.js'
import { Notice } from '../../parts/notice.js'
import { SearchField } from '../../parts/search-field.js'
import { Failed, NoMatch } from '../../parts/states.js'
import type { TableHandle } from '../../parts/table/use-row-focus.js'
import type { Range } from '../../parts/table/windowing.js'
import { useListKeys } from '../../receipts/use-list-keys.js'
import { useRight } from '../../session/session.js'
import { BulkBar } from '../bulk/bulk-bar.js'
import {
  type ChipName,
  chipGroups,
  type Filters,
  isNarrowed,
  listChips,
  sortChoices,
  toQuery,
  withoutFilters,
  writeFilters,
} from '../filters.js'
import { type Item, useFacets, useItemPages } from '../use-items.js'
import { CategoryTabs, Figures } from './category-tabs.js'
import { describeChip, describeFilters } from './describe-chips.js'
import { FilterDialog } from './filter-dialog.js'
import { describeCell, ItemsTable } from './items-table.js'
import { EditsProvider } from './use-edits.js'
import { useSelection, useSettled } from './use-selection.js'

type ItemsListProps = {
  filters: Filters
  search: string
  openId: string | null
  /** Called with the loaded items in their order, for those who move between them. */
  onOrder(items: readonly Item[]): void
}

/** Waits until a quick scroll has ended, so that the pages between are not read. */
const settleMs = 120

/** The list of items: categories, search, filters, and rows that can be changed in place. */
export function ItemsList({ filters, search, openId, onOrder }: ItemsListProps) {
  const format = useFormats()
  const [, navigate] = useLocation()
  const [editing, setEditing] = useState<ChipName | null>(null)
  const facets = useFacets()
  const query = useMemo(() => toQuery(filters), [filters])
  const [range, setRange] = useSettled<Range>({ start: 0, end: 0 }, settleMs)
  const list = useItemPages(query, range)
  const table = useRef<TableHandle | null>(null)
  const { entries, items, first, total, failure } = list
  const selection = useSelection(items, search)
  useListKeys({
    table,
    isOpen: openId !== null,
    onSelect: selection.table ? selection.toggle : null,
  })
  useEffect(() => onOrder(items), [items])
  const show = (changed: Filters) => {
    const text = writeFilters(changed)
    navigate(`/catalog${text && `?${text}`}`, { replace: true })
  }
  const sort = query.sort as (typeof sortChoices)[number]
  const order = query.order === 'desc' ? 'desc' : 'asc'
  const chips = listChips(filters)
  const words = describeFilters(filters, format)
  return (
    <>
      <CategoryTabs filters={filters} facets={facets.data} />
      <div class="filter-bar">
        <SearchField
          label={texts.search}
          hint={texts.searchHint}
          value={filters.q ?? ''}
          onChange={(q) => show({ ...withoutFilters(filters, ['q']), ...(q && { q }) })}
        />
        <Chips
          chips={chips.map((chip) => ({
            id: chip,
            name: texts.filters[chip],
            value: describeChip(chip, filters, format),
            onRemove: () => show(withoutFilters(filters, chipGroups[chip])),
            onEdit: () => setEditing(chip),
          }))}
          additions={(Object.keys(chipGroups) as ChipName[]).map((chip) => ({
            id: chip,
            label: texts.filters[chip],
            onSelect: () => setEditing(chip),
          }))}
          onClear={() => navigate('/catalog', { replace: true })}
        />
        <label class="sort-choice phone-only">
          <span class="visually-hidden">{texts.sort.label}</span>
          <select
            value={sort}
            onChange={({ currentTarget }) =>
              show({
                ...withoutFilters(filters, ['sort', 'order']),
                sort: currentTarget.value as typeof sort,
              })
            }
          >
            {sortChoices.map((name) => (
              <option key={name} value={name}>
                {texts.sort[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {first.isError && entries.length === 0 ? (
        <div class="card">
          <Failed error={first.error} kept={texts.kept} onRetry={() => void first.refetch()} />
        </div>
      ) : first.isSuccess && total === 0 ? (
        <div class="card">
          {isNarrowed(filters) ? (
            <NoMatch filters={words} onClear={() => navigate('/catalog', { replace: true })} />
          ) : (
            <NoItems />
          )}
        </div>
      ) : (
        <>
          <div class="list-line">
            {selection.items.length > 0 ? (
              <BulkBar items={selection.items} onClear={selection.clear} />
            ) : (
              <Figures total={first.data ? total : null} facets={facets.data} />
            )}
            {selection.table && selection.items.length === 0 && (
              <button
                type="button"
                class="button quiet phone-only"
                aria-pressed={selection.table.isActive}
                onClick={selection.toggleBoxes}
              >
                {bulkTexts.select}
              </button>
            )}
          </div>
          <EditsProvider describe={(item, field) => describeCell(item, field, format)}>
            <ItemsTable
              entries={entries}
              sort={sort}
              order={order}
              isLoading={first.isPending}
              openId={openId}
              search={search}
              selection={selection.table}
              handle={table}
              onSort={(name) =>
                show({
                  ...filters,
                  sort: name,
                  order: sort === name && order === 'asc' ? 'desc' : 'asc',
                })
              }
              onRange={setRange}
            />
          </EditsProvider>
          {failure && <Failed error={failure.error} kept={texts.kept} onRetry={failure.retry} />}
        </>
      )}
      {editing && (
        <FilterDialog
          filters={filters}
          chip={editing}
          tags={(facets.data?.tags ?? []).map(({ name }) => name)}
          onApply={(chosen) => {
            setEditing(null)
            show(chosen)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function NoItems() {
  const mayWrite = useRight('inventory:write')
  return (
    <Notice
      title={texts.empty}
      text={texts.emptyText}
      {...(mayWrite && { action: { label: texts.newItem, icon: 'plus', href: '/catalog/new' } })}
    />
  )
}
