import { type CsvColumn, csvColumns, ignoredColumns } from './columns.js'

/** What stands below a name in the first row. A column without a name must have nothing in it. */
export type MatchedColumn = CsvColumn | 'ignored' | 'nameless'

const maxColumns = 100
const shownLength = 40

const byName: ReadonlyMap<string, CsvColumn> = new Map(
  csvColumns.map((column) => [foldName(column.name), column]),
)
const ignored: ReadonlySet<string> = new Set(ignoredColumns.map(foldName))

/** Finds out from the first row of a file what each column is, or everything that is wrong with that row. */
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
      problems.push(`the column ${column.name} is there twice`)
    } else columns.push(column)
  }

  const hasSku = columns.some((column) => typeof column === 'object' && column.name === 'sku')
  if (!hasSku) problems.push('the column sku is missing')
  return problems.length > 0 ? { problems } : { columns }
}

function matchColumn(name: string): MatchedColumn | null {
  const folded = foldName(name)
  if (folded === '') return 'nameless'
  return ignored.has(folded) ? 'ignored' : (byName.get(folded) ?? null)
}

/** `Price USD`, `price_usd` and `priceUsd` are one name. */
function foldName(name: string): string {
  return name.replaceAll(/[\s_-]/g, '').toLowerCase()
}

function describeUnknown(name: string): string {
  const trimmed = name.trim()
  const shown = trimmed.length > shownLength ? `${trimmed.slice(0, shownLength)}…` : trimmed
  const known = csvColumns.map((column) => column.name).join(', ')
  return `${shown.toWellFormed()} is not a column; the columns are ${known}`
}
