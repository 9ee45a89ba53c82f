import { type CsvColumn, csvColumns, ignoredColumns } from './columns.js'

/** The meaning of a column. A column without a name must be empty. */
export type MatchedColumn = CsvColumn | 'ignored' | 'nameless'

const maxColumns = 100
const shownLength = 40

const byName: ReadonlyMap<string, CsvColumn> = new Map(
  csvColumns.map((column) => [foldName(column.name), column]),
)
const ignoredNames: ReadonlySet<string> = new Set(ignoredColumns.map(foldName))

/** Matches the header of a file to columns, or returns all problems of the header. */
export function matchColumns(
  header: readonly string[],
): { columns: MatchedColumn[] } | { problems: string[] } {
  if (header.length > maxColumns) return { problems: [`there are more than ${maxColumns} columns`] }

  const columns: MatchedColumn[] = []
  const problems: string[] = []
  for (const name of header) {
    const column = matchColumn(name)
    if (column === null) problems.push(describeUnknown(name))
    else if (typeof column === 'object' && columns.includes(column)) {
      problems.push(`the column ${column.name} appears twice`)
    } else columns.push(column)
  }

  const hasSku = columns.some((column) => typeof column === 'object' && column.name === 'sku')
  if (!hasSku) problems.push('the column sku is missing')
  return problems.length > 0 ? { problems } : { columns }
}

function matchColumn(name: string): MatchedColumn | null {
  const folded = foldName(name)
  if (folded === '') return 'nameless'
  return ignoredNames.has(folded) ? 'ignored' : (byName.get(folded) ?? null)
}

/** `Price USD`, `price_usd` and `priceUsd` are the same name. */
function foldName(name: string): string {
  return name.replaceAll(/[\s_-]/g, '').toLowerCase()
}

function describeUnknown(name: string): string {
  const trimmed = name.trim()
  const excerpt = trimmed.length > shownLength ? `${trimmed.slice(0, shownLength)}…` : trimmed
  const names = csvColumns.map((column) => column.name).join(', ')
  return `${excerpt.toWellFormed()} is not a known column; the columns are ${names}`
}
