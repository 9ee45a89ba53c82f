import type { Item, ItemChange } from './use-items.js'

/** The stock of an item that is not counted. */
const unlimited = -1

export type PriceField = 'priceUsd' | 'priceEur'
/** The fields that the list changes in place. */
export type CellField = 'name' | 'stockQty' | PriceField

/** The reason why a text is not the value of a field. */
export type Problem = 'name' | 'price' | 'noPrice' | 'stock'

/** Returns the price that the merchant set in a currency, or null. */
export function setPriceOf(item: Item, field: PriceField): number | null {
  if (field === 'priceEur') return item.currency === 'EUR' ? (item.price ?? null) : null
  return item.priceUsdFollowsRate ? null : (item.priceUsd ?? null)
}

/** Returns the text that a person edits. */
export function textOf(item: Item, field: CellField): string {
  if (field === 'name') return item.name
  if (field === 'stockQty') return item.stockQty === unlimited ? '' : String(item.stockQty)
  return writePrice(setPriceOf(item, field))
}

export function writePrice(price: number | null): string {
  return price === null ? '' : price.toFixed(2)
}

/** Reads a number with a point or a comma and at most so many decimals. Null if it is none. */
export function parseDecimal(text: string, decimals: number): number | null {
  const plain = text
    .trim()
    .replace(/^[$€]\s*/, '')
    .replace(',', '.')
  const [, fraction = ''] = plain.split('.')
  const isNumber = /^\d{1,11}(\.\d*)?$/.test(plain) && fraction.length <= decimals
  return isNumber ? Number(plain) : null
}

/** Returns the change that an edited text makes, null if it makes none, or its problem. */
export function changeOfText(
  item: Item,
  field: CellField,
  text: string,
): ItemChange | null | { problem: Problem } {
  if (text.trim() === textOf(item, field)) return null
  if (field === 'name') return text.trim() === '' ? { problem: 'name' } : { name: text.trim() }
  if (field === 'stockQty') {
    if (text.trim() === '') return { stockQty: unlimited }
    const stockQty = parseDecimal(text, 3)
    return stockQty === null ? { problem: 'stock' } : { stockQty }
  }
  const price = text.trim() === '' ? null : parseDecimal(text, 2)
  if (price === null && text.trim() !== '') return { problem: 'price' }
  const change = changeOfPrice(item, field, price)
  if ('problem' in change) return change
  return price === setPriceOf(item, field) ? null : change
}

/** Returns the change that sets or removes a price, without changing that in the other currency. */
function changeOfPrice(
  item: Item,
  field: PriceField,
  price: number | null,
): ItemChange | { problem: Problem } {
  const other = setPriceOf(item, field === 'priceUsd' ? 'priceEur' : 'priceUsd')
  if (price === null && other === null) return { problem: 'noPrice' }
  if (field === 'priceUsd') return { priceUsd: price }
  if (price === null) return { priceUsd: other, price: null }
  // A native price in dollars would otherwise be replaced.
  return { priceUsd: other, price, currency: 'EUR' }
}

/** Returns an item as it will be after a change, until the service returns it. */
export function withChange(item: Item, change: ItemChange): Item {
  const { priceUsd, price, currency } = change
  const changed: Item = { ...item }
  if (change.name !== undefined) changed.name = change.name
  if (change.stockQty !== undefined) changed.stockQty = change.stockQty
  if (priceUsd !== undefined && priceUsd !== null) {
    changed.priceUsd = priceUsd
    changed.priceUsdFollowsRate = false
  }
  if (price !== undefined && price !== null) {
    changed.price = price
    if (currency === 'EUR') changed.currency = currency
  }
  if (price === null) {
    delete changed.price
    delete changed.currency
  }
  return changed
}

/** Returns the stock as its row shows it. */
export function stockStateOf({ stockQty, lowStockQty }: Item): 'unlimited' | 'out' | 'low' | 'in' {
  if (stockQty === unlimited) return 'unlimited'
  if (stockQty === 0) return 'out'
  return lowStockQty !== null && stockQty <= lowStockQty ? 'low' : 'in'
}

/** Returns the options of a variant in words, such as "L, Red". */
export function optionsOf({ options }: Pick<Item, 'options'>): string {
  return Object.values(options).join(', ')
}

/** Returns the address of the smallest size of a picture of this service. */
export function thumbOf(image: string | undefined): string | null {
  if (image === undefined) return null
  const size = image.replace(/(\/media\/\w+\/)\d+(\.webp)$/, '$148$2')
  return size.startsWith('data:') || size.includes('/media/') ? size : null
}
