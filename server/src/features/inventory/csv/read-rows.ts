import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseCsv } from '../../../lib/parse-csv.js'
import type { Config } from '../../../platform/config/config.js'
import { itemRules } from '../item-rules.js'
import { matchColumns } from './match-columns.js'
import { type RowChange, readRow } from './read-row.js'

/** A row and the line on which it starts. */
export type ImportRow = { line: number; change: RowChange }

export type ImportProblem = { line: number; message: string }

type ReadRows = { rows: ImportRow[]; problems: ImportProblem[] }

const maxRows = 20_000
const maxColumns = 100

/** Rows between two pauses for other requests. */
const batchSize = 250

/** Reads a file. Returns its valid rows and all problems, in line order. */
export async function readRows(csv: string, mode: Config['mode']): Promise<ReadRows> {
  const parsed = parseCsv(csv, { maxRows: maxRows + 1, maxColumns })
  if ('problem' in parsed) return failed(parsed.line, [parsed.problem])

  const [header, ...body] = parsed.rows
  if (!header) return failed(1, ['the file is empty'])
  const matched = matchColumns(header.cells)
  if ('problems' in matched) return failed(header.line, matched.problems)

  const rules = itemRules(mode)
  const rows: ImportRow[] = []
  const problems: ImportProblem[] = []
  const lineOf = new Map<string, number>()
  for (const [index, { line, cells }] of body.entries()) {
    if (index % batchSize === 0) await nextTurn()
    // Spreadsheets append rows of separators only.
    if (cells.every((cell) => cell.trim() === '')) continue

    const read = readRow(cells, { columns: matched.columns, rules })
    if ('problems' in read) {
      problems.push(...read.problems.map((message) => ({ line, message })))
      continue
    }
    const { sku } = read.change
    const firstLine = lineOf.get(sku)
    if (firstLine === undefined) {
      lineOf.set(sku, line)
      rows.push({ line, change: read.change })
    } else problems.push({ line, message: `the SKU ${sku} already appears on line ${firstLine}` })
  }
  return { rows, problems }
}

function failed(line: number, messages: readonly string[]): ReadRows {
  return { rows: [], problems: messages.map((message) => ({ line, message })) }
}
