import type { Address } from '../../lib/hex.js'
import { createExactIndex } from '../../lib/search/exact-index.js'
import { foldText, splitWords } from '../../lib/search/fold-text.js'
import { createPartIndex } from '../../lib/search/part-index.js'
import type { DirectoryShop } from './schemas.js'

export type ShopColumns = ReturnType<typeof createShopColumns>

/** Creates column-wise storage of shops, with one entry per slot. */
export function createShopColumns() {
  const columns = {
    merchants: [] as Address[],
    /** In response form. */
    shops: [] as DirectoryShop[],
    /** The sort keys: folded, with single spaces. */
    names: [] as string[],
    nameWords: createPartIndex(),
    keywordWords: createPartIndex(),
    categoryWords: createPartIndex(),
    descriptionWords: createPartIndex(),
    keywords: createExactIndex(),
    categories: createExactIndex(),
  }

  return {
    ...columns,
    size: () => columns.shops.length,
    /** Adds a shop and returns its slot. */
    add(merchant: Address, shop: DirectoryShop): number {
      const { name, description, keywords, categories } = shop
      const slot = columns.shops.length
      columns.merchants.push(merchant)
      columns.shops.push(shop)
      columns.names.push(splitWords(name).join(' '))

      columns.nameWords.add(new Set(splitWords(name)))
      columns.keywordWords.add(new Set(splitWords(keywords.join(' '))))
      columns.categoryWords.add(new Set(splitWords(categories.join(' '))))
      columns.descriptionWords.add(new Set(splitWords(description)))
      columns.keywords.add(slot, keywords.map(foldText))
      columns.categories.add(slot, categories.map(foldText))
      return slot
    },
  }
}
