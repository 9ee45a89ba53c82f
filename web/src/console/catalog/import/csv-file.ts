/** A file as it was chosen: its text, and the names of its columns. */
export type CsvFile = { name: string; text: string; separator: string; header: string[] }

/** The columns of the API, in the order of an export. */
export const csvColumns = [
  'sku',
  'name',
  'description',
  'category',
  'tags',
  'priceUsd',
  'price',
  'currency',
  'taxable',
  'priceIncludesTax',
  'stockQty',
  'images',
  'industryPack',
  'active',
  'lowStockQty',
  'parentSku',
  'options',
] as const

export type CsvColumn = (typeof csvColumns)[number]

/** The column of the API for each column of the file. Null leaves it out. */
export type Mapping = readonly (CsvColumn | null)[]

/** A column that an import ignores, wherever it stands. */
const ignoredName = 'wallet'

/** Names that other programs use for a column. */
const otherNames: Readonly<Record<string, CsvColumn>> = {
  title: 'name',
  product: 'name',
  productname: 'name',
  variantsku: 'sku',
  code: 'sku',
  itemcode: 'sku',
  type: 'category',
  producttype: 'category',
  body: 'description',
  bodyhtml: 'description',
  priceeur: 'price',
  usd: 'priceUsd',
  variantprice: 'priceUsd',
  amount: 'priceUsd',
  inventory: 'stockQty',
  quantity: 'stockQty',
  qty: 'stockQty',
  stock: 'stockQty',
  variantinventoryqty: 'stockQty',
  image: 'images',
  imagesrc: 'images',
  imageurl: 'images',
  published: 'active',
  reorderpoint: 'lowStockQty',
  parent: 'parentSku',
}

/** Reads a file as UTF-8, or as older spreadsheets write it. */
export async function readCsvFile(file: File): Promise<CsvFile> {
  const bytes = await file.arrayBuffer()
  const text = decode(bytes).replace(/^\uFEFF/, '')
  const line = firstRecord(text)
  const separator = findSeparator(line)
  return { name: file.name, text, separator, header: splitRecord(line, separator) }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Proposes a column of the API for each name, each at most once. */
export function guessMapping(header: readonly string[]): Mapping {
  const taken = new Set<CsvColumn>()
  return header.map((name) => {
    const folded = name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
    const column =
      csvColumns.find((known) => known.toLowerCase() === folded) ?? otherNames[folded] ?? null
    if (column === null || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** Returns the file with the names of the API in its header, without some of its records. */
export function writeCsv(
  { text, separator }: CsvFile,
  mapping: Mapping,
  withoutLines: ReadonlySet<number> = new Set(),
): string {
  const header = mapping.map((column) => column ?? ignoredName).join(separator)
  const [, ...records] = splitRecords(text)
  const kept = records.filter(({ line }) => !withoutLines.has(line)).map((record) => record.text)
  return [header, ...kept].join('\n')
}

/** Returns how many records follow the header. */
export function countRecords(text: string): number {
  return Math.max(0, splitRecords(text).filter((record) => record.text.trim() !== '').length - 1)
}

type CsvRecord = { line: number; text: string }

/** Splits a file at the line breaks that are not within quotes. Lines count from 1. */
export function splitRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let [start, line, firstLine, isQuoted] = [0, 1, 1, false]
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    const isBreak = sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')
    if (isBreak) line += 1
    if (at < text.length && (!isBreak || isQuoted)) continue
    if (at > start || at < text.length) {
      records.push({ line: firstLine, text: text.slice(start, at).replace(/\r$/, '') })
    }
    start = at + 1
    firstLine = line
  }
  return records
}

function firstRecord(text: string): string {
  return splitRecords(text.slice(0, 65_536))[0]?.text ?? ''
}

/** Returns the sign that separates the cells of the header. */
function findSeparator(line: string): string {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => plain.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

function splitRecord(line: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}
