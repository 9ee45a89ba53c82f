import type { Address } from '../../../lib/hex.js'
import type { MemorySlot } from '../../../platform/memory.js'
import type { SaleItem } from '../../inventory/item.js'
import { listRecallableItems, listSaleItems } from '../../inventory/list-sale-items.js'
import {
  type FactsContext,
  readSaleFacts,
  type SaleFacts,
} from '../../receipts/create/gather-sale-facts.js'
import type { OrderedItem } from '../read/read-order-items.js'

/** The facts of a sale, and the ordered items that are for sale. */
export type OrderFacts = SaleFacts & OrderedItems

type OrderedItems = { items: SaleItem[] }

type FactsInput = { merchant: Address; ordered: readonly OrderedItem[] }

const item: MemorySlot<SaleItem> = { name: 'item', sizeOf: sizeOfItem }

/** The items of a merchant that outages rely on, by their keys. */
const catalog: MemorySlot<{ items: Map<string, SaleItem> }> = {
  name: 'catalog',
  sizeOf: ({ items }) => 300 * items.size,
}

/** Reads the items that a merchant sells, and remembers them for outages. */
export async function rememberItems(
  ctx: Pick<FactsContext, 'db' | 'memory'>,
  merchant: Address,
): Promise<void> {
  const items = new Map<string, SaleItem>()
  for (const saleItem of await listRecallableItems(ctx, merchant)) {
    for (const key of keysOf(merchant, saleItem)) items.set(key, saleItem)
  }
  ctx.memory.set(catalog, merchant, { items })
}

/** Reads what an order depends on, and remembers it. */
export async function gatherOrderFacts(ctx: FactsContext, input: FactsInput): Promise<OrderFacts> {
  const [facts, items] = await Promise.all([
    readSaleFacts(ctx, input.merchant),
    readItems(ctx, input),
  ])
  return { ...facts, ...items }
}

/** Reads the ordered items that are for sale, and remembers them. */
export async function readItems(
  ctx: FactsContext,
  { merchant, ordered }: FactsInput,
): Promise<OrderedItems> {
  const ids = ordered.flatMap(({ id }) => (id === null ? [] : [id]))
  const skus = ordered.flatMap(({ sku }) => (sku === null ? [] : [sku]))
  const items = await listSaleItems(ctx, { merchant, ids, skus })
  for (const saleItem of items) {
    for (const key of keysOf(merchant, saleItem)) ctx.memory.set(item, key, saleItem)
  }
  return { items }
}

/** Returns the ordered items that this process remembers, maybe stale. Null when one is unknown. */
export function recallItems(
  ctx: Pick<FactsContext, 'degraded' | 'memory'>,
  { merchant, ordered }: FactsInput,
): OrderedItems | null {
  // It is newer, but not complete, so it serves outages only.
  const recalled = ctx.degraded.isDegraded() ? ctx.memory.find(catalog, merchant) : null
  const items: SaleItem[] = []
  for (const orderedItem of ordered) {
    const key = keyOf(merchant, orderedItem)
    const remembered = ctx.memory.find(item, key)
    const newer = recalled?.items.get(key)
    if (newer) items.push({ ...newer, thumb: newer.thumb ?? remembered?.thumb ?? null })
    else if (remembered) items.push(remembered)
    else return null
  }
  return { items }
}

/** Returns the keys of an item by id and by SKU. */
function keysOf(merchant: Address, { id, sku }: SaleItem): string[] {
  return [keyOf(merchant, { id, sku: null }), keyOf(merchant, { id: null, sku })]
}

function keyOf(merchant: Address, item: Pick<OrderedItem, 'id' | 'sku'>): string {
  return item.id === null ? `${merchant}:sku:${item.sku}` : `${merchant}:id:${item.id}`
}

function sizeOfItem({ thumb, name, sku }: SaleItem): number {
  return 512 + (thumb?.length ?? 0) + 2 * (name.length + sku.length)
}
