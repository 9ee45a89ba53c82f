import { invalidInput } from '../../lib/errors.js'
import { centsFromDecimal } from '../../lib/money.js'
import { splitWords } from '../../lib/search/fold-text.js'
import type { IgnoredField } from '../../platform/http/ignored-fields/list-ignored.js'
import { readWhole } from '../../platform/http/read-query.js'
import type { InventoryQuery } from './schemas.js'
import { type ItemFilter, type ItemQuery, type SortKey, sortKeys } from './search/item-query.js'

/** A query with its page number, from 1. */
export type Paged<Query> = Query & { page: number }

const maxTextLength = 200
const maxWords = 8
const maxTags = 20
const maxPage = 1_000_000

/** The values of the fields that take one of several words. Other words are ignored. */
const choices = {
  taxable: { true: true, false: false, any: null },
  active: { true: true, false: false, any: null },
  stock: { in: 'in', out: 'out', low: 'low', any: null },
  tagsMode: { any: 'any', all: 'all' },
  sort: Object.fromEntries(sortKeys.map((key) => [key, key])) as Record<SortKey, SortKey>,
  order: { asc: 'asc', desc: 'desc' },
} as const

type ChoiceName = keyof typeof choices

/** Lists the fields of an item list whose value is none of the words that they take. */
export function listUnknownValues(query: InventoryQuery): IgnoredField[] {
  return (Object.keys(choices) as ChoiceName[]).flatMap((name) => {
    const text = query[name]
    if (!text || Object.hasOwn(choices[name], text)) return []
    return [{ path: name, name, siblings: [], values: Object.keys(choices[name]) }]
  })
}

/**
 * Reads the filters of an item list. Empty fields, as forms send them, and unknown words are
 * ignored.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readItemQuery(query: InventoryQuery): Paged<ItemQuery> {
  const limit = readWhole('limit', query.limit, { min: 1, max: 200, fallback: 50 })
  const page = readWhole('page', query.page, { min: 1, max: maxPage, fallback: 1 })
  const filter: ItemFilter = {
    q: readSearchText(query.q),
    category: query.category || null,
    taxable: readChoice(choices.taxable, query.taxable),
    stock: readChoice(choices.stock, query.stock),
    minUsdCents: readCents('priceMin', query.priceMin, Math.ceil),
    maxUsdCents: readCents('priceMax', query.priceMax, Math.floor),
    tags: readTags(query),
    pack: query.pack || null,
    parentSku: query.parentSku || null,
    active: readChoice(choices.active, query.active),
  }
  const sort = readChoice(choices.sort, query.sort) ?? 'updatedAt'
  const order = readChoice(choices.order, query.order) ?? 'desc'
  return { filter, sort, order, offset: (page - 1) * limit, limit, page }
}

/**
 * Reads search words. Null when the text is blank.
 *
 * @throws {AppError} `invalid_input` when it is too long.
 */
export function readSearchText(text = ''): string | null {
  if (text.length > maxTextLength)
    throw invalidInput(`q must have at most ${maxTextLength} characters`)
  if (splitWords(text).length > maxWords)
    throw invalidInput(`q must have at most ${maxWords} words`)
  return text.trim() === '' ? null : text
}

function readChoice<Value>(
  words: Readonly<Record<string, Value | null>>,
  text: string | undefined,
): Value | null {
  return text !== undefined && Object.hasOwn(words, text) ? (words[text] ?? null) : null
}

function readTags({ tags: text = '', tagsMode }: InventoryQuery): ItemFilter['tags'] {
  const mode = readChoice(choices.tagsMode, tagsMode) ?? 'any'
  const names = splitList(text)
  if (names.length > maxTags) throw invalidInput(`tags must have at most ${maxTags} tags`)
  return names.length === 0 ? null : { names, mode }
}

/** Splits a text at commas, without blank parts. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Rounds a bound inward to whole cents. */
function readCents(
  name: string,
  text: string | undefined,
  round: (value: number) => number,
): number | null {
  if (text === undefined || text === '') return null
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) throw invalidInput(`${name} must be a number`)

  // Exact where possible: 1.15 * 100 is slightly less than 115.
  const exact = centsFromDecimal(value)
  return exact === null ? round(value * 100) : Number(exact)
}
