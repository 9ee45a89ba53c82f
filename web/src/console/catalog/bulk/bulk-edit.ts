import { draftOf, listTags } from '../item/item-draft.js'
import { changeOfText, parseDecimal, setPriceOf, writePrice } from '../item-fields.js'
import type { Item, ItemChange } from '../use-items.js'

/** The changes to many items, as they were typed. Empty texts change nothing. */
export type BulkEdit = {
  category: string
  addTags: string
  removeTags: string
  /** A price such as `12.50`, or a difference such as `+10%` or `-5%`. */
  priceUsd: string
  priceEur: string
  active: '' | 'true' | 'false'
  lowStockQty: string
}

export const emptyEdit: BulkEdit = {
  category: '',
  addTags: '',
  removeTags: '',
  priceUsd: '',
  priceEur: '',
  active: '',
  lowStockQty: '',
}

/** Returns whether a text is a price or a difference in percent. */
export function isPriceEdit(text: string): boolean {
  return text.trim() === '' || readPercent(text) !== null || parseDecimal(text, 2) !== null
}

/** Returns the change that an edit makes to an item, or null if it makes none. */
export function changeOfEdit(item: Item, edit: BulkEdit): ItemChange | null {
  const change: ItemChange = {
    ...changeOfPrice(item, 'priceUsd', edit.priceUsd),
    ...changeOfPrice(item, 'priceEur', edit.priceEur),
  }
  const category = edit.category.trim()
  if (category !== '' && category !== item.category) change.category = category
  const tags = changedTags(item, edit)
  if (tags.join() !== item.tags.join()) change.tags = tags
  const active = edit.active === '' ? item.active : edit.active === 'true'
  if (active !== item.active) change.active = active
  const lowStockQty = parseDecimal(edit.lowStockQty, 3)
  if (lowStockQty !== null && lowStockQty !== item.lowStockQty) change.lowStockQty = lowStockQty
  return Object.keys(change).length > 0 ? change : null
}

function changeOfPrice(
  item: Item,
  field: 'priceUsd' | 'priceEur',
  text: string,
): ItemChange | null {
  const percent = readPercent(text)
  const before = setPriceOf(item, field)
  // A percentage needs a price to start from.
  if (percent !== null && before === null) return null
  const price =
    percent === null
      ? parseDecimal(text, 2)
      : Math.round((before ?? 0) * 100 * (1 + percent / 100)) / 100
  if (price === null) return null
  const change = changeOfText(item, field, writePrice(Math.max(price, 0)))
  return change && !('problem' in change) ? change : null
}

/** Reads `+10%`, `-5 %` and `2.5%`. Null for other texts. */
function readPercent(text: string): number | null {
  const [, sign, digits = ''] = /^\s*([+-]?)\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*%\s*$/.exec(text) ?? []
  if (digits === '') return null
  const value = Number(digits.replace(',', '.'))
  return sign === '-' ? -value : value
}

function changedTags(item: Item, { addTags, removeTags }: BulkEdit): string[] {
  const fold = (tag: string) => tag.toLowerCase()
  const removed = new Set(listTags(removeTags).map(fold))
  const kept = item.tags.filter((tag) => !removed.has(fold(tag)))
  const existingTags = new Set(kept.map(fold))
  return [...kept, ...listTags(addTags).filter((tag) => !existingTags.has(fold(tag)))]
}

/** Returns the change that makes an item as it was. */
export function changeBack(before: Item, after: Item): ItemChange {
  const draft = draftOf(before)
  return {
    category: draft.category,
    tags: [...before.tags],
    active: before.active,
    lowStockQty: before.lowStockQty,
    ...changeOfPrice(after, 'priceUsd', draft.priceUsd),
    ...changeOfPrice(after, 'priceEur', draft.priceEur),
  }
}
