import { type Cents, centsToDecimal } from '../../../lib/money.js'
import type { Item } from '../item.js'
import type { ItemChange } from '../item-rules.js'

/** One column of the file: how a cell is read into what the JSON route takes, and how an item fills it. */
export type CsvColumn = {
  name: Exclude<keyof ItemChange, 'attributes'>
  /** Of a cell that is not blank. Which values are good is for `item-rules.ts`. */
  read: (text: string) => { value: unknown } | { problem: string }
  /** An empty text leaves the cell blank, and a blank cell changes nothing. */
  write: (item: Item) => string | number | boolean
}

/** The one table of columns, in the order in which an export has them. */
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
  { name: 'images', read: readImages, write: ({ images }) => writeImages(images) },
  { name: 'industryPack', read: readText, write: ({ industryPack }) => industryPack },
  { name: 'active', read: readFlag, write: ({ active }) => active },
]

/** What lists and other systems have besides, and a file cannot change. */
export const ignoredColumns = ['id', 'createdAt', 'updatedAt', 'reservedQty', 'wallet']

const plainNumber = /^-?\d+(\.\d+)?$/
/** More digits than this would be rounded when they are read, before any rule sees them. */
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
    ? { problem: 'must have a point before its decimals and no commas, such as 14.50' }
    : { problem: 'must be a plain number such as 14.50' }
}

function readFlag(text: string) {
  const value = flags.get(text.toLowerCase())
  return value === undefined ? { problem: 'must be true, false, yes, no, 1 or 0' } : { value }
}

/** With a comma anywhere, commas separate: no tag contains one, but it may contain a semicolon. */
function readTags(text: string) {
  const tags = text.split(text.includes(',') ? ',' : ';').map((tag) => tag.trim())
  return { value: tags.filter((tag) => tag !== '') }
}

function writeTags(tags: readonly string[]): string {
  const needsCommas = tags.some((tag) => tag.includes(';'))
  // The last comma tells how a lone tag is meant.
  return needsCommas ? tags.map((tag) => `${tag},`).join('') : tags.join(';')
}

/** No cell of a spreadsheet holds a picture, so nobody means to write one here. */
function readImages(text: string) {
  const images = text.split(/\s+/)
  return images.some(isEmbedded)
    ? { problem: 'must be addresses with spaces between; send pictures to POST /api/inventory' }
    : { value: images }
}

/** All or nothing: part of the images, read back, would take the others away. */
function writeImages(images: readonly string[]): string {
  return images.some(isEmbedded) ? '' : images.join(' ')
}

function isEmbedded(image: string): boolean {
  return /^data:/i.test(image)
}

/** What the merchant has set. A price that follows the rate would stop following it when read back. */
function writePrice(amount: Cents | null): number | '' {
  return amount === null ? '' : centsToDecimal(amount)
}
