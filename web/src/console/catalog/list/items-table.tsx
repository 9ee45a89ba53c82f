import { useMemo } from 'preact/hooks'
import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import type { ConsoleFormats } from '../../format/console-formats.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { type Column, type Selection, Table } from '../../parts/table/table.js'
import type { TableHandle } from '../../parts/table/use-row-focus.js'
import type { Range } from '../../parts/table/windowing.js'
import type { Filters } from '../filters.js'
import {
  type CellField,
  optionsOf,
  type PriceField,
  setPriceOf,
  stockStateOf,
  thumbOf,
} from '../item-fields.js'
import type { Item, ItemEntry, ItemRow } from '../use-items.js'
import { EditCell } from './edit-cell.js'

type Sort = NonNullable<Filters['sort']>

type ItemsTableProps = {
  entries: readonly ItemEntry[]
  sort: Sort
  order: 'asc' | 'desc'
  isLoading: boolean
  openId: string | null
  /** The query of the address, which links keep. */
  search: string
  selection?: Selection | undefined
  handle: { current: TableHandle | null }
  onSort(sort: Sort): void
  onRange(range: Range): void
}

/** The items as rows, whose prices and stock can be changed in place. */
export function ItemsTable(props: ItemsTableProps) {
  const { entries, sort, order, openId, search, selection, onSort } = props
  const format = useFormats()
  const columns = useMemo(() => {
    const head = (name: Sort) => ({
      onSort: () => onSort(name),
      ...(sort === name && {
        sorted: order === 'asc' ? ('ascending' as const) : ('descending' as const),
      }),
    })
    return listColumns(format, head)
  }, [format, sort, order, search])
  const hrefOf = ({ item }: ItemRow) =>
    `/catalog${item ? `/${encodeURIComponent(item.id)}` : ''}${search && `?${search}`}`
  return (
    <Table
      label={texts.list}
      columns={columns}
      entries={entries}
      linkColumn="item"
      hrefOf={hrefOf}
      nameOf={({ item }) => item?.name ?? texts.loading}
      phone={({ item }) =>
        item
          ? {
              title: <ItemName item={item} />,
              end: <PriceCell item={item} field="priceUsd" format={format} />,
              detail: [optionsOf(item), item.sku].filter(Boolean).join(' · '),
              status: <StockText item={item} format={format} />,
            }
          : { title: <Place />, end: null, detail: null }
      }
      selection={selection}
      currentKey={openId}
      isLoading={props.isLoading}
      handle={props.handle}
      onRange={props.onRange}
    />
  )
}

function listColumns(
  format: ConsoleFormats,
  head: (name: Sort) => Partial<Column<ItemRow>>,
): Column<ItemRow>[] {
  const price = (field: PriceField): Column<ItemRow>['cell'] =>
    function cell({ item }) {
      return item && <PriceCell item={item} field={field} format={format} />
    }
  return [
    {
      id: 'item',
      label: texts.column.item,
      width: 'minmax(9rem, 1fr)',
      ...head('name'),
      cell: ({ item }) => (item ? <ItemName item={item} /> : <Place />),
    },
    {
      id: 'rename',
      label: texts.item.name,
      isLabelHidden: true,
      width: '1.5rem',
      cell: ({ item }) =>
        item && (
          <EditCell item={item} field="name">
            <Icon name="pencil" />
          </EditCell>
        ),
    },
    {
      id: 'sku',
      label: texts.column.sku,
      width: 'minmax(5rem, 9rem)',
      ...head('product'),
      cell: ({ item }) => <span class="soft">{item?.sku}</span>,
    },
    {
      id: 'priceUsd',
      label: texts.column.priceUsd,
      width: '5.5rem',
      isEnd: true,
      ...head('priceUsd'),
      cell: price('priceUsd'),
    },
    {
      id: 'priceEur',
      label: texts.column.priceEur,
      width: '5.5rem',
      isEnd: true,
      cell: price('priceEur'),
    },
    {
      id: 'stock',
      label: texts.column.stockQty,
      width: '6.5rem',
      isEnd: true,
      ...head('stockQty'),
      cell: ({ item }) =>
        item && (
          <EditCell item={item} field="stockQty" value={stockWords(item, format)}>
            <StockText item={item} format={format} isShort />
          </EditCell>
        ),
    },
  ]
}

/** Takes the place of an item that is not loaded yet. */
function Place() {
  return (
    <span class="item-place">
      <span class="visually-hidden">{texts.loading}</span>
      <span class="bar" />
    </span>
  )
}

function ItemName({ item }: { item: Item }) {
  const thumb = thumbOf(item.images[0])
  const options = optionsOf(item)
  return (
    <span class={`item-name${item.parentSku === null ? '' : ' variant'}`}>
      {thumb ? (
        <img src={thumb} alt="" width="28" height="28" loading="lazy" decoding="async" />
      ) : (
        <span class="no-thumb" aria-hidden="true">
          <Icon name="box" />
        </span>
      )}
      <span class="one-line">
        {item.name}
        {options && <span class="soft"> {options}</span>}
        {!item.active && <span class="soft"> · {texts.notForSale}</span>}
      </span>
    </span>
  )
}

type PriceCellProps = { item: Item; field: PriceField; format: ConsoleFormats }

function PriceCell({ item, field, format }: PriceCellProps) {
  const value = describeCell(item, field, format)
  return (
    <EditCell item={item} field={field} value={value}>
      <span class={setPriceOf(item, field) === null ? 'soft' : ''}>{value}</span>
    </EditCell>
  )
}

type StockTextProps = { item: Item; format: ConsoleFormats; isShort?: boolean }

/** The stock, with a sign when it is low or sold out. */
function StockText({ item, format, isShort = false }: StockTextProps) {
  const words = stockWords(item, format)
  switch (stockStateOf(item)) {
    case 'unlimited':
      return <span class="soft">{words}</span>
    case 'out':
      return (
        <span class="stock-state bad-text">
          <Icon name="bad" />
          {words}
        </span>
      )
    case 'low':
      return (
        <span class="stock-state warn-text">
          <Icon name="warn" />
          {words}
        </span>
      )
    case 'in':
      return isShort ? <span>{words}</span> : <span class="soft">{texts.inStock(words)}</span>
  }
}

function stockWords(item: Item, format: ConsoleFormats): string {
  const count = format.count(item.stockQty)
  const words = {
    unlimited: texts.notCounted,
    out: texts.soldOut,
    low: texts.left(count),
    in: count,
  }
  return words[stockStateOf(item)]
}

/** Writes a value of an item as its cell shows it. */
export function describeCell(item: Item, field: CellField, format: ConsoleFormats): string {
  if (field === 'name') return item.name
  if (field === 'stockQty') {
    return item.stockQty < 0 ? texts.notCounted : format.count(item.stockQty)
  }
  const price = setPriceOf(item, field)
  if (price !== null) return format.money(price, field === 'priceUsd' ? 'USD' : 'EUR')
  const isConverted = field === 'priceUsd' && item.priceUsd !== undefined
  return isConverted ? `≈ ${format.money(item.priceUsd ?? 0, 'USD')}` : texts.noPrice
}
