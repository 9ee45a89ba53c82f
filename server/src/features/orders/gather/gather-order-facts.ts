import type { Address } from '../../../lib/hex.js'
import type { MemorySlot } from '../../../platform/memory.js'
import type { SaleItem } from '../../inventory/item.js'
import { listRecallableItems, listSaleItems } from '../../inventory/list-sale-items.js'
import {
  type FactsContext,
  readSaleFacts,
  recallSaleFacts,
  type SaleFacts,
} from '../../receipts/create/gather-sale-facts.js'
import type { OrderedItem } from '../read/read-order-items.js'

/** The facts of a sale, and the ordered items that are for sale. */
export type OrderFacts = SaleFacts & { items: SaleItem[] }

type FactsInput = { merchant: Address; ordered: readonly OrderedItem[] }

const item: MemorySlot<SaleItem> = { name: 'item', sizeOf: sizeOfItem }

/** The items of a merchant that outages rely on, by their keys. */
const catalog: MemorySlot<{ items: Map<string, SaleItem> }> = {
  name: 'catalogue',
  sizeOf: ({ items }) => 300 * items.size,
}

/** Reads the items that a merchant sells, and remembers them for outages. */
export async function rememberItems(
  ctx: Pick<FactsContext, 'db' | 'memory'>,
  merchant: Address,
): Promise<void> {
  const items = new Map<string, SaleItem>()
  for (const one of await listRecallableItems(ctx, merchant)) {
    items.set(keyOf(merchant, { id: one.id, sku: null }), one)
    items.set(keyOf(merchant, { id: null, sku: one.sku }), one)
  }
  ctx.memory.keep(catalog, merchant, { items })
}

/** Reads what an order depends on, and remembers it. */
export async function gatherOrderFacts(
  ctx: FactsContext,
  { merchant, ordered }: FactsInput,
): Promise<OrderFacts> {
  const ids = ordered.flatMap(({ id }) => (id === null ? [] : [id]))
  const skus = ordered.flatMap(({ sku }) => (sku === null ? [] : [sku]))
  const [facts, items] = await Promise.all([
    readSaleFacts(ctx, merchant),
    listSaleItems(ctx, { merchant, ids, skus }),
  ])
  for (const one of items) {
    ctx.memory.keep(item, keyOf(merchant, { id: one.id, sku: null }), one)
    ctx.memory.keep(item, keyOf(merchant, { id: null, sku: one.sku }), one)
  }
  return { ...facts, items }
}

/** Returns what this process remembers, which may be stale. Null when something is unknown. */
export function recallOrderFacts(
  ctx: FactsContext,
  { merchant, ordered }: FactsInput,
): OrderFacts | null {
  const facts = recallSaleFacts(ctx, merchant)
  if (!facts) return null
  // It is newer, but not complete, so it serves outages only.
  const recalled = ctx.degraded.isDegraded() ? ctx.memory.find(catalog, merchant) : null
  const items: SaleItem[] = []
  for (const wanted of ordered) {
    const key = keyOf(merchant, wanted)
    const known = ctx.memory.find(item, key)
    const newer = recalled?.items.get(key)
    if (newer) items.push({ ...newer, thumb: newer.thumb ?? known?.thumb ?? null })
    else if (known) items.push(known)
    else return null
  }
  return { ...facts, items }
}

function keyOf(merchant: Address, wanted: Pick<OrderedItem, 'id' | 'sku'>): string {
  return wanted.id === null ? `${merchant}:sku:${wanted.sku}` : `${merchant}:id:${wanted.id}`
}

function sizeOfItem({ thumb, name, sku }: SaleItem): number {
  return 512 + (thumb?.length ?? 0) + 2 * (name.length + sku.length)
}
