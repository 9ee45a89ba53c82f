import type { QueryClient } from '@tanstack/preact-query'
import type { ResultOf } from '../api/api-types.js'
import type { Api } from '../api/create-api.js'
import type { LiveChange } from './live-change.js'

type ReceiptPage = ResultOf<'get', '/api/receipts'>
type Receipt = ReceiptPage['receipts'][number]
type ReceiptPages = { pages: readonly ReceiptPage[] }

type Target = { queries: QueryClient; api: Api; merchant: string }

/** Above this number of receipts, their lists are read again instead. */
const maxFetched = 20

/** Shows changes in everything that is cached for the merchant. */
export async function applyChanges(target: Target, changes: readonly LiveChange[]): Promise<void> {
  const receipts = changes.filter(({ kind }) => kind === 'receipt')
  const others = new Set(changes.filter(({ kind }) => kind !== 'receipt').map(({ kind }) => kind))
  const { queries, merchant } = target
  for (const kind of others) void queries.invalidateQueries({ queryKey: [`${kind}s`, merchant] })
  if (receipts.length === 0) return
  const ids = receipts.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ids.length < receipts.length || ids.length > maxFetched) {
    await queries.invalidateQueries({ queryKey: ['receipts', merchant] })
  } else {
    await Promise.all(ids.map((id) => refreshReceipt(target, id)))
    // New rows are found by the filters of the service.
    void queries.invalidateQueries({ queryKey: ['receipts', merchant, 'newest'] })
  }
  void queries.invalidateQueries({ queryKey: ['home', merchant] })
}

/** Reads a receipt and replaces it in every list that has it, without reading the lists again. */
async function refreshReceipt({ queries, api, merchant }: Target, id: string): Promise<void> {
  const key = ['receipts', merchant]
  const lists = queries.getQueriesData<ReceiptPages>({ queryKey: [...key, 'list'] })
  const hasOpen = queries.getQueryData([...key, 'one', id]) !== undefined
  if (!hasOpen && !lists.some(([, list]) => list && hasReceipt(list, id))) return
  const receipt = await api.call('get', '/api/receipts/{id}', { path: { id } }).catch(() => null)
  if (!receipt) return
  queries.setQueriesData<ReceiptPages>({ queryKey: [...key, 'list'] }, (list) =>
    list && hasReceipt(list, id) ? replaceReceipt(list, receipt as Receipt) : list,
  )
  if (hasOpen) queries.setQueryData([...key, 'one', id], receipt)
}

function hasReceipt({ pages }: ReceiptPages, id: string): boolean {
  return pages.some(({ receipts }) => receipts.some(({ receiptId }) => receiptId === id))
}

/** Returns pages with a newer version of a receipt. Other pages stay the same objects. */
function replaceReceipt(list: ReceiptPages, receipt: Receipt): ReceiptPages {
  const pages = list.pages.map((page) => {
    const at = page.receipts.findIndex(({ receiptId }) => receiptId === receipt.receiptId)
    const currentReceipt = page.receipts[at]
    if (!currentReceipt || currentReceipt.updatedAt > receipt.updatedAt) return page
    return { ...page, receipts: page.receipts.with(at, receipt) }
  })
  return { ...list, pages }
}
