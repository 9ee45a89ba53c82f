import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { useFormats } from '../format/use-formats.js'
import type { StartedJob } from '../jobs/use-started-job.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Failed, NoMatch } from '../parts/states.js'
import type { TableHandle } from '../parts/table/use-row-focus.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { BulkBar } from './bulk-bar.js'
import type { ColumnName } from './columns.js'
import type { Filters } from './filters.js'
import { formatSums } from './format-sums.js'
import { type Receipt, type Register, sumSold } from './receipt.js'
import { ReceiptsTable } from './receipts-table.js'
import { useArchive } from './use-archive.js'
import { useListKeys } from './use-list-keys.js'
import { maxRows, type useReceiptList } from './use-receipt-list.js'

export type ReceiptsListProps = {
  filters: Filters
  /** The query of the address, which has the filters and the view. */
  search: string
  openId: string | null
  registers: readonly Register[]
  /** Called with the receipts in their order, for those who move between them. */
  onOrder(receipts: readonly Receipt[]): void
}

export const paymentPath = '/payment'

type ListBodyProps = ReceiptsListProps &
  ReturnType<typeof useReceiptList> & {
    columns: readonly ColumnName[]
    registerNames: ReadonlyMap<string, string>
    /** The filters in words. */
    words: readonly string[]
    /** Stands above the rows on a phone. */
    exportButton: ComponentChildren
    /** The search for missed payments of selected receipts. */
    rescanned: StartedJob
  }

/** The totals of the list and its rows, or the reason why it is empty. */
export function ListBody(props: ListBodyProps) {
  const { list, receipts, fresh, isComplete, filters, search, words, onOrder } = props
  const { receipts: texts } = useConsoleTexts()
  const { membership } = useSession()
  const format = useFormats()
  const [, navigate] = useLocation()
  const table = useRef<TableHandle | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // A phone has no room for boxes that are seldom used.
  const [isSelecting, setSelecting] = useState(false)
  const mayArchive = membership.rights.includes('receipts:archive')
  const archive = useArchive()
  const toggle = (id: string) =>
    setSelected((ids) => (ids.has(id) ? without(ids, id) : new Set([...ids, id])))
  const isOpen = props.openId !== null
  useListKeys({ table, isOpen, onSelect: mayArchive ? toggle : null })
  // Only an open receipt needs the order.
  useLayoutEffect(() => {
    if (isOpen) onOrder(receipts)
  }, [receipts, isOpen])
  const stopSelecting = () => {
    setSelecting(false)
    setSelected(new Set())
  }
  useEffect(stopSelecting, [search])
  const toggleAll = () =>
    setSelected((ids) =>
      ids.size >= receipts.length ? new Set() : new Set(receipts.map(({ receiptId }) => receiptId)),
    )
  const isEmpty = !list.isPending && receipts.length === 0 && fresh.length === 0
  if (list.isError && receipts.length === 0) {
    return (
      <div class="card">
        <Failed
          error={list.error}
          title={texts.error.title}
          kept={texts.error.text}
          onRetry={() => void list.refetch()}
        />
      </div>
    )
  }
  return (
    <>
      {isEmpty ? (
        <div class="card">
          {words.length > 0 ? (
            <NoMatch filters={words} onClear={() => navigate('/receipts', { replace: true })} />
          ) : (
            <NoReceipts />
          )}
        </div>
      ) : (
        <>
          <div class="list-line">
            {selected.size > 0 ? (
              <BulkBar
                ids={[...selected]}
                rescanned={props.rescanned}
                isArchive={filters.archived === 'only'}
                onClear={stopSelecting}
                onArchive={(archived) => {
                  void archive([...selected], archived)
                  stopSelecting()
                }}
              />
            ) : (
              <Figures receipts={receipts} isComplete={isComplete} isLoading={list.isPending} />
            )}
            {selected.size === 0 && (
              <span class="phone-only">
                {mayArchive && (
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={isSelecting}
                    onClick={() => setSelecting(!isSelecting)}
                  >
                    {texts.bulk.select}
                  </button>
                )}
                {props.exportButton}
              </span>
            )}
            {fresh.length > 0 && (
              <button
                type="button"
                class="fresh-button"
                onClick={() => {
                  props.showFresh()
                  scrollTo({ top: 0 })
                }}
              >
                <Icon name="up" />
                {texts.newRows(format.count(fresh.length), fresh.length === 1)}
              </button>
            )}
          </div>
          <ReceiptsTable
            receipts={receipts}
            columns={props.columns}
            isComplete={isComplete}
            isLoading={list.isPending || list.isFetchingNextPage}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            openId={props.openId}
            selection={
              mayArchive
                ? {
                    keys: selected,
                    isActive: isSelecting || selected.size > 0,
                    onToggle: toggle,
                    onToggleAll: toggleAll,
                  }
                : undefined
            }
            registerNames={props.registerNames}
            search={search}
            time={filters.time ?? null}
            handle={table}
            onMore={() => void list.fetchNextPage()}
          />
          <ListEnd {...props} />
          <KeyHints hasSelection={mayArchive} />
        </>
      )}
    </>
  )
}

function ListEnd({ list, isFull }: Pick<ListBodyProps, 'list' | 'isFull'>) {
  const { receipts: texts } = useConsoleTexts()
  const format = useFormats()
  return (
    <>
      <p class="list-end" role="status">
        {list.isFetchNextPageError && texts.moreFailed}
        {isFull && texts.tooMany(format.count(maxRows))}
      </p>
      {list.isFetchNextPageError && (
        <button type="button" class="button" onClick={() => void list.fetchNextPage()}>
          {texts.loadMore}
        </button>
      )}
    </>
  )
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id))
}

/** The totals of the list, once all rows are loaded. */
function Figures({
  receipts,
  isComplete,
  isLoading,
}: {
  receipts: readonly Receipt[]
  isComplete: boolean
  isLoading: boolean
}) {
  const { receipts: texts } = useConsoleTexts()
  const format = useFormats()
  const count = format.count(receipts.length)
  const sums = useMemo(
    () => (isComplete ? formatSums(sumSold(receipts), format) : []),
    [receipts, isComplete, format],
  )
  if (isLoading) return <p class="figures-line" />
  return (
    <p class="figures-line">
      <b>{isComplete ? texts.counted(count, receipts.length === 1) : texts.countedFrom(count)}</b>{' '}
      {sums.length > 0 && <span class="soft">{texts.paidSum(format.list(sums))}</span>}
    </p>
  )
}

function NoReceipts() {
  const { empty } = useConsoleTexts().receipts
  const { membership } = useSession()
  const mayCharge = useRight('receipts:write')
  const seesAll = membership.rights.includes('receipts:read')
  return (
    <Notice
      title={empty.title}
      text={seesAll ? empty.text : empty.ownText}
      {...(mayCharge && { action: { label: empty.action, href: paymentPath, icon: 'plus' } })}
    />
  )
}

function KeyHints({ hasSelection }: { hasSelection: boolean }) {
  const { keys } = useConsoleTexts().receipts
  return (
    <p class="key-hints soft wide-only" aria-hidden="true">
      <span>
        <Key name="J" /> <Key name="K" /> {keys.next}
      </span>
      <span>
        <Key name={keys.enter} /> {keys.open}
      </span>
      {hasSelection && (
        <span>
          <Key name="X" /> {keys.select}
        </span>
      )}
      <span>
        <Key name="/" /> {keys.search}
      </span>
    </p>
  )
}

function Key({ name }: { name: string }) {
  return <kbd>{name}</kbd>
}
