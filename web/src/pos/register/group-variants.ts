import type { Item } from './use-catalog.js'

/** A tile of the grid: an item, or all variants of one. */
export type Tile = { item: Item; name: string; variants: readonly Item[]; isSoldOut: boolean }

/** Groups variants under the item that they belong to. */
export function groupVariants(items: readonly Item[]): Tile[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = item.parentSku ?? item.sku
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups].flatMap(([sku, members]) => {
    const parent = members.find((item) => item.sku === sku)
    const variants = members.filter((item) => item.parentSku !== null)
    const sold = variants.length > 0 ? variants : members
    const [first] = sold
    if (!first) return []
    const item = parent ? { ...first, image: parent.image ?? first.image } : first
    const isSoldOut = sold.every((variant) => variant.isSoldOut)
    return [{ item, name: parent?.name ?? first.name, variants: sold, isSoldOut }]
  })
}
