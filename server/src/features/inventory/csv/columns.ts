import { type Cents, centsToDecimal } from '../../../lib/money.js'
import type { Item } from '../item.js'
import type { ItemChange } from '../item-rules.js'

/** A column of the file. Reads a cell as the JSON route does, and writes it from an item. */
export type CsvColumn = {
  name: Exclude<keyof ItemChange, 'attributes'>
  /** Reads a cell that is not blank. `item-rules.ts` validates the value. */
  read: (text: string) => { value: unknown } | { problem: string }
  /** Returns an empty text for a blank cell, which changes nothing on import. */
  write: (item: Item) => string | number | boolean
}

/** All columns, in the order of an export. */
export const csvColumns: readonly CsvColumn[] = [
  { name: 'sku', read: readText, write: ({ sku }) => sku },
  { name: 'name', read: readText, write: ({ name }) => name },
  { name: 'description', read: readText, write: ({ description }) => description },
  { name: 'category', read: readText, write: ({ category }) => category },
  { name: 'tags', read: readTags, write: ({ tags }) => writeTags(tags) },
  { name: 'priceUsd', read: readNumber, write: ({ priceUsdCents }) => writePrice(priceUsdCents) },
  { name: 'price', read: readNumber, write: ({ priceCents }) => writePrice(priceCents) },
  { name: 'currency', read: readText, write: ({ currency }) => currency ?? '' },
  { name: 'taxable', read: readFlag, write: ({ taxable }) => taxable },
  {
    name: 'priceIncludesTax',
    read: readFlag,
    write: ({ priceIncludesTax }) => priceIncludesTax,
  },
  { name: 'stockQty', read: readNumber, write: ({ stockQty }) => stockQty },
  { name: 'images', read: readImages, write: ({ images }) => images.join(' ') },
  { name: 'industryPack', read: readText, write: ({ industryPack }) => industryPack },
  { name: 'active', read: readFlag, write: ({ active }) => active },
  { name: 'lowStockQty', read: readNumber, write: ({ lowStockQty }) => lowStockQty ?? '' },
  { name: 'parentSku', read: readText, write: ({ parentSku }) => parentSku ?? '' },
  { name: 'options', read: readOptions, write: ({ options }) => writeOptions(options) },
]

/** Columns of other exports that an import ignores. */
export const ignoredColumns = ['id', 'createdAt', 'updatedAt', 'reservedQty', 'wallet']

const plainNumber = /^-?\d+(\.\d+)?$/
/** More digits would be rounded when parsed, before any rule sees them. */
const maxNumberLength = 16

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

function readText(text: string) {
  return { value: text }
}

function readNumber(text: string) {
  if (plainNumber.test(text) && text.length <= maxNumberLength) return { value: Number(text) }
  return text.includes(',')
    ? { problem: 'must use a decimal point and no commas, such as 14.50' }
    : { problem: 'must be a plain number such as 14.50' }
}

function readFlag(text: string) {
  const value = flags.get(text.toLowerCase())
  return value === undefined ? { problem: 'must be true, false, yes, no, 1 or 0' } : { value }
}

/** Separated by commas if there is one, or else by semicolons, which a tag may contain. */
function readTags(text: string) {
  const tags = text.split(text.includes(',') ? ',' : ';').map((tag) => tag.trim())
  return { value: tags.filter((tag) => tag !== '') }
}

function writeTags(tags: readonly string[]): string {
  const needsCommas = tags.some((tag) => tag.includes(';'))
  // A trailing comma keeps a single tag with a semicolon in one piece.
  return needsCommas ? tags.map((tag) => `${tag},`).join('') : tags.join(';')
}

/** `size=L; color=Red`. Neither names nor values contain a separator. */
function readOptions(text: string) {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  const pairs = parts.map((part) => part.split('=').map((side) => side.trim()))
  const isGood = pairs.every((pair) => pair.length === 2)
  const names = new Set(pairs.map(([name]) => name))
  return isGood && names.size === pairs.length
    ? { value: Object.fromEntries(pairs) }
    : { problem: 'must be options such as size=L; color=Red' }
}

function writeOptions(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

function readImages(text: string) {
  const images = text.split(/\s+/)
  return images.some((image) => /^data:/i.test(image))
    ? { problem: 'must be URLs separated by spaces; send data URIs to POST /api/inventory' }
    : { value: images }
}

/** Writes set prices only. A price that follows the rate would become fixed on import. */
function writePrice(amount: Cents | null): number | '' {
  return amount === null ? '' : centsToDecimal(amount)
}
