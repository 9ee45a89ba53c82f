import { readFields } from '../../../lib/fields/read-fields.js'
import { readCsvText } from '../../../lib/format-csv.js'
import type { ItemChange, itemRules } from '../item-rules.js'
import type { MatchedColumn } from './match-columns.js'

export type RowChange = ItemChange & { sku: string }

/** Reads a row by the rules of the JSON route. Ignores blank cells. Returns every problem. */
export function readRow(
  cells: readonly string[],
  { columns, rules }: { columns: readonly MatchedColumn[]; rules: ReturnType<typeof itemRules> },
): { change: RowChange } | { problems: string[] } {
  const fields: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [index, column] of columns.entries()) {
    const text = textOf(cells[index] ?? '')
    if (typeof column !== 'object' || text === '') continue
    const read = column.read(text)
    if ('problem' in read) problems.push(`${column.name} ${read.problem}`)
    else fields[column.name] = read.value
  }

  const checked = readFields(rules, fields)
  problems.push(...checked.problems)
  const { sku, ...rest } = checked.accepted
  if (fields['sku'] === undefined) problems.push('sku must not be empty')
  // An unquoted comma shifts the rest of the row by one cell.
  const stray = cells.findIndex((cell, index) => isNameless(columns[index]) && cell.trim() !== '')
  if (stray !== -1) problems.push(`there is a value in column ${stray + 1}, which has no name`)

  const isGood = problems.length === 0 && sku !== undefined
  return isGood ? { change: { ...rest, sku } } : { problems }
}

function textOf(cell: string): string {
  return readCsvText(cell).trim()
}

function isNameless(column: MatchedColumn = 'nameless'): boolean {
  return column === 'nameless'
}
