import './styles/list.css'
import './styles/item.css'
import './styles/pictures.css'
import './styles/import.css'
import './styles/narrow.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Link, useLocation, useParams, useSearch } from 'wouter-preact'
import { catalogTexts as texts } from '../../core/texts/en-console-catalog.js'
import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { OnDemand } from '../parts/on-demand.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { readFilters } from './filters.js'
import { ItemsList } from './list/items-list.js'
import { type Item, useFacets } from './use-items.js'

/** The list of items that the shop sells, with one of them in a drawer. */
export function Screen() {
  const { id } = useParams<{ id?: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [order, setOrder] = useState<readonly Item[]>([])
  const filters = useMemo(() => readFilters(search), [search])
  const mayWrite = useRight('inventory:write')
  const query = search && `?${search}`
  const hasListBefore = useRef(id === undefined)
  useEffect(() => {
    if (id === undefined) hasListBefore.current = true
  }, [id])
  const isImporting = id === 'import'
  const openId = isImporting ? null : (id ?? null)
  const place = order.findIndex((item) => item.id === id)
  const goTo = (item: Item | undefined) =>
    item && navigate(`/catalog/${encodeURIComponent(item.id)}${query}`, { replace: true })
  const close = () => {
    // The entry before is the list, unless the item was the first thing to be opened.
    if (hasListBefore.current) history.back()
    else navigate(`/catalog${query}`, { replace: true })
  }
  return (
    <div class="catalog">
      <Head query={query} mayWrite={mayWrite} />
      <div class={isImporting ? 'catalog-with-import' : ''}>
        <div>
          <ItemsList filters={filters} search={search} openId={openId} onOrder={setOrder} />
        </div>
        {isImporting && mayWrite && (
          <OnDemand
            load={() => import('./import/import-panel.js').then((module) => module.ImportPanel)}
            props={{ onClose: close }}
            onFailed={close}
          />
        )}
      </div>
      {openId !== null && (
        <OnDemand
          key={openId}
          load={() => import('./item/item-drawer.js').then((module) => module.ItemDrawer)}
          props={{
            id: openId === 'new' ? null : openId,
            known: order[place],
            search,
            onNext: place >= 0 && place < order.length - 1 ? () => goTo(order[place + 1]) : null,
            onPrevious: place > 0 ? () => goTo(order[place - 1]) : null,
            onOpen: (opened: string) => navigate(`/catalog/${opened}${query}`, { replace: true }),
            onClose: close,
          }}
          onFailed={close}
        />
      )}
    </div>
  )
}

function Head({ query, mayWrite }: { query: string; mayWrite: boolean }) {
  const { screens: names } = useConsoleTexts()
  const { api } = useSession()
  const format = useFormats()
  const { items = 0 } = useFacets().data ?? {}
  return (
    <header class="screen-head">
      <h1>{names.catalog}</h1>
      <div class="actions">
        {items > 0 && (
          <a
            class="button quiet"
            href={api.addressOf('/api/inventory/export')}
            download="inventory.csv"
          >
            <Icon name="download" />
            <span class="wide-only">{texts.exportAll(format.count(items))}</span>
            <span class="phone-only">{texts.exportShort}</span>
          </a>
        )}
        {mayWrite && (
          <Link class="button quiet" href={`/catalog/import${query}`}>
            <Icon name="upload" />
            <span class="wide-only">{texts.import}</span>
            <span class="phone-only">{texts.importShort}</span>
          </Link>
        )}
        {mayWrite && (
          <Link class="button" href={`/catalog/new${query}`}>
            <Icon name="plus" />
            {texts.newItem}
          </Link>
        )}
      </div>
    </header>
  )
}
