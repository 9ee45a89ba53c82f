import './customers.css'
import { useMemo, useRef } from 'preact/hooks'
import { useLocation, useParams, useSearch } from 'wouter-preact'
import { customerTexts as texts } from '../../core/texts/en-console-customers.js'
import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { SearchField } from '../parts/search-field.js'
import { Failed, NoMatch } from '../parts/states.js'
import { type Column, Table } from '../parts/table/table.js'
import type { TableHandle } from '../parts/table/use-row-focus.js'
import { useListKeys } from '../receipts/use-list-keys.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { CustomerDrawer } from './customer-drawer.js'
import {
  type Customer,
  type CustomerSort,
  type CustomersQuery,
  customerSorts,
  nameOf,
  shortenWallet,
  useCustomerList,
} from './use-customers.js'

/** The buyers of the shop, with one of them in a drawer. */
export function Screen() {
  const { screens: names } = useConsoleTexts()
  const { id } = useParams<{ id?: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { api } = useSession()
  const format = useFormats()
  const query = useMemo(() => readQuery(search), [search])
  const list = useCustomerList(query)
  const total = list.data?.pages[0]?.total ?? null
  const table = useRef<TableHandle | null>(null)
  useListKeys({ table, isOpen: id !== undefined, onSelect: null })
  const rows = useMemo(
    () => (list.data?.pages ?? []).flatMap(({ customers }) => customers),
    [list.data],
  )
  const show = (changed: CustomersQuery) => {
    const entries = Object.entries(changed).filter(([, value]) => value)
    const text = new URLSearchParams(entries as [string, string][]).toString()
    navigate(`/customers${text && `?${text}`}`, { replace: true })
  }
  return (
    <div class="customers">
      <header class="screen-head">
        <h1>{names.customers}</h1>
        {rows.length > 0 && (
          <div class="actions">
            <a
              class="button"
              href={api.addressOf('/api/customers/export', query)}
              download="customers.csv"
            >
              <Icon name="download" />
              {total === null
                ? texts.export
                : texts.exportCounted(format.count(total), total === 1)}
            </a>
          </div>
        )}
      </header>
      <div class="filter-bar">
        <SearchField
          label={texts.search}
          hint={texts.searchHint}
          value={query.q ?? ''}
          onChange={(q) => show({ ...query, q })}
        />
      </div>
      <ListBody
        list={list}
        rows={rows}
        query={query}
        search={search}
        openId={id ?? null}
        table={table}
        show={show}
      />
      {id !== undefined && (
        <CustomerDrawer
          key={id}
          id={id}
          known={rows.find((customer) => customer.id === id)}
          onClose={() => navigate(`/customers${search && `?${search}`}`)}
        />
      )}
    </div>
  )
}

type ListBodyProps = {
  list: ReturnType<typeof useCustomerList>
  rows: readonly Customer[]
  query: CustomersQuery
  search: string
  openId: string | null
  table: { current: TableHandle | null }
  show(query: CustomersQuery): void
}

function ListBody({ list, rows, query, search, openId, table, show }: ListBodyProps) {
  const format = useFormats()
  const total = list.data?.pages[0]?.total ?? null
  if (list.isError && rows.length === 0) {
    return (
      <div class="card">
        <Failed error={list.error} kept={texts.kept} onRetry={() => void list.refetch()} />
      </div>
    )
  }
  if (list.isSuccess && rows.length === 0) {
    return (
      <div class="card">
        {query.q ? (
          <NoMatch filters={[`“${query.q}”`]} onClear={() => show({})} />
        ) : (
          <Notice
            title={texts.empty}
            text={texts.emptyText}
            action={{ label: texts.pay, icon: 'plus', href: '/payment' }}
          />
        )}
      </div>
    )
  }
  return (
    <>
      <div class="list-line">
        <b class="figures-line">
          {list.isSuccess &&
            (total === null ? texts.many : texts.count(format.count(total), total === 1))}
        </b>
      </div>
      <CustomersTable
        rows={rows}
        query={query}
        search={search}
        openId={openId}
        table={table}
        isLoading={list.isPending || list.isFetchingNextPage}
        hasMore={list.hasNextPage && !list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
        show={show}
      />
      {list.isFetchNextPageError && (
        <p class="row" role="status">
          {texts.moreFailed}
          <button type="button" class="button" onClick={() => void list.fetchNextPage()}>
            {texts.more}
          </button>
        </p>
      )}
    </>
  )
}

type CustomersTableProps = Omit<ListBodyProps, 'list'> & {
  isLoading: boolean
  hasMore: boolean
  onMore(): void
}

function CustomersTable(props: CustomersTableProps) {
  const { rows, query, search, show } = props
  const format = useFormats()
  const sort = (query.sort ?? 'lastSeenAt') as CustomerSort
  const isDescending = (query.order ?? (sort === 'name' ? 'asc' : 'desc')) === 'desc'
  const columns = useMemo(() => {
    const head = (name: CustomerSort) => ({
      label: texts.column[name],
      onSort: () =>
        show({ ...query, sort: name, order: sort === name && isDescending ? 'asc' : 'desc' }),
      ...(sort === name && {
        sorted: isDescending ? ('descending' as const) : ('ascending' as const),
      }),
    })
    return [
      {
        id: 'name',
        ...head('name'),
        width: 'minmax(8rem, 1fr)',
        cell: (customer) => <b>{nameOf(customer) ?? texts.unnamed}</b>,
      },
      {
        id: 'email',
        label: texts.column.email,
        width: 'minmax(8rem, 1fr)',
        // The name column has the first of them when there is no name.
        cell: ({ name, email, wallet }) => (
          <span class="soft">
            {name !== null && email !== null
              ? email
              : wallet !== null && (name !== null || email !== null) && shortenWallet(wallet)}
          </span>
        ),
      },
      {
        id: 'lastSeenAt',
        ...head('lastSeenAt'),
        width: '7rem',
        cell: ({ lastSeenAt }) => <span class="soft">{format.day(lastSeenAt)}</span>,
      },
      {
        id: 'receiptCount',
        ...head('receiptCount'),
        width: '5rem',
        isEnd: true,
        cell: ({ receiptCount }) => format.count(receiptCount),
      },
      {
        id: 'spentUsd',
        ...head('spentUsd'),
        width: '7rem',
        isEnd: true,
        cell: ({ spentUsd }) => <b>{format.money(spentUsd, 'USD')}</b>,
      },
    ] satisfies Column<Customer>[]
  }, [format, query, search])
  const entries = useMemo(
    () => rows.map((row) => ({ kind: 'row' as const, key: row.id, row })),
    [rows],
  )
  return (
    <Table
      label={texts.list}
      columns={columns}
      entries={entries}
      linkColumn="name"
      hrefOf={({ id }) => `/customers/${encodeURIComponent(id)}${search && `?${search}`}`}
      nameOf={(customer) => nameOf(customer) ?? texts.unnamed}
      phone={(customer) => ({
        title: nameOf(customer) ?? texts.unnamed,
        end: <b>{format.money(customer.spentUsd, 'USD')}</b>,
        detail: customer.name === null ? '' : customer.email,
        status: (
          <span class="soft">
            {texts.receiptCount(format.count(customer.receiptCount), customer.receiptCount === 1)}
          </span>
        ),
      })}
      currentKey={props.openId}
      isLoading={props.isLoading}
      hasMore={props.hasMore}
      onMore={props.onMore}
      handle={props.table}
    />
  )
}

function readQuery(search: string): CustomersQuery {
  const params = new URLSearchParams(search)
  const q = params.get('q')?.slice(0, 200)
  const sort = customerSorts.find((name) => name === params.get('sort'))
  const order = params.get('order')
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...((order === 'asc' || order === 'desc') && { order }),
  }
}
