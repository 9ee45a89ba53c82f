import type { ApiComponents } from '@tallystick/sdk'
import { useQueries, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { ApiError } from '../api/api-error.js'
import type { InputOf, ResultOf } from '../api/api-types.js'
import type { TableEntry } from '../parts/table/table-entry.js'
import type { Range } from '../parts/table/windowing.js'
import { useSession } from '../session/session.js'
import type { ItemsQuery } from './filters.js'

export type Item = ApiComponents['schemas']['InventoryItem']
export type ItemChange = NonNullable<InputOf<'post', '/api/inventory'>['body']>
type ItemPage = ResultOf<'get', '/api/inventory'>

/** A row of the list. Null until its page is loaded. */
export type ItemRow = { item: Item | null }
export type ItemEntry = Extract<TableEntry<ItemRow>, { kind: 'row' }>

/** The kind of live changes, in the plural. */
const key = 'items'
const facetsKey = 'item-facets'
const pageSize = 100

/** Rows that are not loaded yet. They are the same in every list. */
const placeholders: ItemEntry[] = []

/** Returns a new list, by copying, because a catalog may have 200,000 items. */
function listPlaceholders(count: number): ItemEntry[] {
  for (let index = placeholders.length; index < count; index += 1) {
    placeholders.push({ kind: 'row', key: `place ${index}`, row: { item: null } })
  }
  return placeholders.slice(0, count)
}

/** Reads the pages of a list that are in view. Every item has a row from the start. */
export function useItemPages(query: ItemsQuery, { start, end }: Range) {
  const { api, membership } = useSession()
  const text = JSON.stringify(query)
  const optionsOf = (page: number) => ({
    queryKey: [key, membership.wallet, 'page', text, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('get', '/api/inventory', { query: { ...query, limit: pageSize, page }, signal }),
    refetchOnWindowFocus: false,
  })
  const first = useQuery<ItemPage>(optionsOf(1))
  // Long items make pages shorter.
  const { limit = pageSize, total = 0 } = first.data ?? {}
  const pages = useMemo(() => {
    const last = Math.ceil(Math.min(end, total) / limit)
    const from = Math.max(2, Math.floor(start / limit) + 1)
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
  }, [start, end, limit, total])
  const others = useQueries({ queries: pages.map(optionsOf) }) as {
    data: ItemPage | undefined
    error: unknown
    refetch(): unknown
  }[]
  const loaded = [first.data, ...others.map(({ data }) => data)]
  const { rows: entries, items } = useMemo(() => {
    const rows = listPlaceholders(total)
    const seen = new Set<string>()
    const items: Item[] = []
    for (const page of loaded) {
      for (const [index, item] of (page?.items ?? []).entries()) {
        // An item that has moved meanwhile may be on two pages.
        if (!page || seen.has(item.id)) continue
        seen.add(item.id)
        items.push(item)
        const place = (page.page - 1) * limit + index
        if (place < total) rows[place] = { kind: 'row', key: item.id, row: { item } }
      }
    }
    return { rows, items }
  }, [total, limit, ...pad(loaded)])
  const failed = others.find(({ error }) => error)
  return {
    first,
    total,
    entries,
    /** Those that are loaded, in the order of the list. */
    items,
    failure: failed ? { error: failed.error, retry: () => void failed.refetch() } : null,
  }
}

/** The pages in view as inputs of a memo, whose number must not change. */
function pad(pages: readonly (ItemPage | undefined)[]): (ItemPage | undefined)[] {
  const maxPages = 8
  return Array.from({ length: maxPages }, (_, index) => pages[index])
}

/** Reads one item. */
export function useItem(id: string | null) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'item', id],
    queryFn: async ({ signal }) => {
      const path = { id: id ?? '' }
      return (await api.call('get', '/api/inventory/{id}', { path, signal })).item
    },
    enabled: id !== null,
  })
}

/** Reads the items that share a parent, in the order of their SKUs. */
export function useVariants(parentSku: string | null) {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [key, membership.wallet, 'variants', parentSku],
    queryFn: ({ signal }) =>
      api.call('get', '/api/inventory', {
        query: { parentSku: parentSku ?? '', sort: 'product', order: 'asc', limit: 100 },
        signal,
      }),
    enabled: parentSku !== null,
  })
}

/** Counts items by category, tag and stock. */
export function useFacets() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: [facetsKey, membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/inventory/facets', { signal }),
    // Counting reads the whole catalog, so sales do not repeat it.
    staleTime: 60_000,
  })
}

/** Returns the calls that change items. Open lists show each change at once. */
export function useItemCalls() {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const root = [key, membership.wallet]
  const show = (item: Item) => {
    queries.setQueriesData<ItemPage>({ queryKey: [...root, 'page'] }, (page) => {
      const place = page?.items.findIndex(({ id }) => id === item.id) ?? -1
      return page && place >= 0 ? { ...page, items: page.items.with(place, item) } : page
    })
    queries.setQueriesData<ItemPage>({ queryKey: [...root, 'variants'] }, (page) => {
      const place = page?.items.findIndex(({ id }) => id === item.id) ?? -1
      return page && place >= 0 ? { ...page, items: page.items.with(place, item) } : page
    })
    queries.setQueryData([...root, 'item', item.id], item)
  }
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: root })
    void queries.invalidateQueries({ queryKey: [facetsKey, membership.wallet] })
  }
  return {
    show,
    refresh,
    /** Changes fields of an item that is still as the person saw it. */
    async save(item: Item, change: ItemChange): Promise<Item> {
      const body = { id: item.id, ...change, expectedRevision: item.revision }
      const { item: saved } = await api.call('post', '/api/inventory', { body })
      show(saved)
      void queries.invalidateQueries({ queryKey: [facetsKey, membership.wallet] })
      return saved
    },
    async create(change: ItemChange): Promise<Item> {
      // Without an id or a SKU that exists, so revision 0 is that of no item.
      const body = { ...change, expectedRevision: 0 }
      const { item } = await api.call('post', '/api/inventory', { body })
      refresh()
      return item
    },
    async remove(id: string): Promise<void> {
      await api.call('delete', '/api/inventory', { query: { id } })
      refresh()
    },
  }
}

/** Returns the item that a change would have overwritten, or null for other failures. */
export function newerItemOf(error: unknown): Item | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.fields
  return typeof current === 'object' && current !== null && 'revision' in current
    ? (current as Item)
    : null
}
