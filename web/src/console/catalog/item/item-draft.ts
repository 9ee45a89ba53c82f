import { type Problem, parseDecimal, setPriceOf, textOf, writePrice } from '../item-fields.js'
import type { Item, ItemChange } from '../use-items.js'

export type Pair = { name: string; value: string }

/** An item as its form has it: texts as they were typed. */
export type Draft = {
  sku: string
  name: string
  description: string
  category: string
  tags: string
  priceUsd: string
  priceEur: string
  priceIncludesTax: boolean
  taxable: boolean
  isCounted: boolean
  stockQty: string
  lowStockQty: string
  active: boolean
  industryPack: string
  images: readonly string[]
  attributes: readonly Pair[]
  parentSku: string
  options: readonly Pair[]
}

export type DraftProblems = Partial<Record<keyof Draft, Problem | 'sku'>>

const emptyDraft: Draft = {
  sku: '',
  name: '',
  description: '',
  category: '',
  tags: '',
  priceUsd: '',
  priceEur: '',
  priceIncludesTax: false,
  taxable: true,
  isCounted: false,
  stockQty: '',
  lowStockQty: '',
  active: true,
  industryPack: '',
  images: [],
  attributes: [],
  parentSku: '',
  options: [],
}

/** Returns the draft of an item, or an empty one. */
export function draftOf(item: Item | null): Draft {
  if (!item) return emptyDraft
  return {
    sku: item.sku,
    name: item.name,
    description: item.description,
    category: item.category,
    tags: item.tags.join(', '),
    priceUsd: textOf(item, 'priceUsd'),
    priceEur: textOf(item, 'priceEur'),
    priceIncludesTax: item.priceIncludesTax,
    taxable: item.taxable,
    isCounted: item.stockQty >= 0,
    stockQty: textOf(item, 'stockQty'),
    lowStockQty: item.lowStockQty === null ? '' : String(item.lowStockQty),
    active: item.active,
    industryPack: item.industryPack,
    images: item.images,
    attributes: Object.entries(item.attributes).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
    parentSku: item.parentSku ?? '',
    options: Object.entries(item.options).map(([name, value]) => ({ name, value })),
  }
}

const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second)

/** Returns the fields of a draft that differ from the item. */
export function listChanged(draft: Draft, item: Item | null): (keyof Draft)[] {
  const before = draftOf(item)
  return (Object.keys(before) as (keyof Draft)[]).filter(
    (field) => !isSame(draft[field], before[field]),
  )
}

/** Returns a draft on top of a newer item: changed fields stay, all others follow the item. */
export function rebaseDraft(draft: Draft, { from, to }: { from: Item; to: Item }): Draft {
  const changed = listChanged(draft, from)
  return { ...draftOf(to), ...Object.fromEntries(changed.map((field) => [field, draft[field]])) }
}

/** Returns what is wrong with a draft, by field. */
export function findProblems(draft: Draft): DraftProblems {
  const problems: DraftProblems = {}
  const isAmount = (text: string) => text.trim() === '' || parseDecimal(text, 2) !== null
  const isQuantity = (text: string) => parseDecimal(text, 3) !== null
  if (draft.sku.trim() === '') problems.sku = 'sku'
  if (draft.name.trim() === '') problems.name = 'name'
  if (!isAmount(draft.priceUsd)) problems.priceUsd = 'price'
  if (!isAmount(draft.priceEur)) problems.priceEur = 'price'
  if (draft.priceUsd.trim() === '' && draft.priceEur.trim() === '') problems.priceUsd = 'noPrice'
  if (draft.isCounted && !isQuantity(draft.stockQty)) problems.stockQty = 'stock'
  if (draft.lowStockQty.trim() !== '' && !isQuantity(draft.lowStockQty)) {
    problems.lowStockQty = 'stock'
  }
  return problems
}

const priceOf = (text: string) => (text.trim() === '' ? null : parseDecimal(text, 2))

/** Returns the change that a draft without problems makes to an item. */
export function changeOfDraft(draft: Draft, item: Item | null): ItemChange {
  const changed = new Set(listChanged(draft, item))
  const pricesChanged = changed.has('priceUsd') || changed.has('priceEur')
  const stockChanged = changed.has('isCounted') || changed.has('stockQty')
  const texts = (['sku', 'name', 'description', 'category', 'industryPack'] as const).filter(
    (field) => changed.has(field),
  )
  const flags = (['priceIncludesTax', 'taxable', 'active'] as const).filter((field) =>
    changed.has(field),
  )
  return {
    ...Object.fromEntries(texts.map((field) => [field, draft[field].trim()])),
    ...Object.fromEntries(flags.map((field) => [field, draft[field]])),
    ...(changed.has('tags') && { tags: listTags(draft.tags) }),
    ...(pricesChanged && changeOfPrices(draft, item)),
    ...(stockChanged && {
      stockQty: draft.isCounted ? (parseDecimal(draft.stockQty, 3) ?? 0) : -1,
    }),
    ...(changed.has('lowStockQty') && { lowStockQty: parseDecimal(draft.lowStockQty, 3) }),
    ...(changed.has('images') && { images: [...draft.images] }),
    ...(changed.has('attributes') && { attributes: readAttributes(draft.attributes, item) }),
    ...(changed.has('parentSku') && { parentSku: draft.parentSku.trim() || null }),
    ...(changed.has('options') && draft.parentSku !== '' && { options: readPairs(draft.options) }),
  }
}

/** Sends both prices, so that setting the one does not replace the other. */
function changeOfPrices(draft: Draft, item: Item | null): ItemChange {
  const [priceUsd, priceEur] = [priceOf(draft.priceUsd), priceOf(draft.priceEur)]
  if (priceEur !== null) return { priceUsd, price: priceEur, currency: 'EUR' }
  // Removes the euro price. A native price in dollars stays, and changes with `priceUsd`.
  const hadEuros = item !== null && setPriceOf(item, 'priceEur') !== null
  return { priceUsd, ...(hadEuros && { price: null }) }
}

/** Returns the tags in a text, each once. */
export function listTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** Returns the rows that have a name and a value. */
function readPairs(pairs: readonly Pair[]): Record<string, string> {
  const rows = pairs.map(({ name, value }) => [name.trim(), value.trim()] as const)
  return Object.fromEntries(rows.filter(([name, value]) => name !== '' && value !== ''))
}

/** Returns the attributes. Those that are no texts stay what they are, unless they were changed. */
function readAttributes(pairs: readonly Pair[], item: Item | null): Record<string, unknown> {
  const before = draftOf(item).attributes
  return Object.fromEntries(
    Object.entries(readPairs(pairs)).map(([name, value]) => {
      const isAsBefore = before.some((pair) => pair.name === name && pair.value === value)
      return [name, isAsBefore ? item?.attributes[name] : value]
    }),
  )
}

/** Returns the draft of a further variant: what the siblings have in common. */
export function draftOfVariant(item: Item): Draft {
  const draft = draftOf(item)
  const names = Object.keys(item.options)
  return {
    ...draft,
    sku: '',
    stockQty: '',
    isCounted: item.stockQty >= 0,
    priceUsd: writePrice(setPriceOf(item, 'priceUsd')),
    parentSku: item.parentSku ?? item.sku,
    options: (names.length > 0 ? names : ['']).map((name) => ({ name, value: '' })),
  }
}
