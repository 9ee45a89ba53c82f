import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CsvRow, createCsvParser, type ParsedCsv } from '../../../lib/parse-csv.js'
import { type LimitConfig, maxOfRequest } from '../../../platform/limits/max-of.js'
import type { ImageSettings } from '../image-rules.js'
import { itemRules } from '../item-rules.js'
import { type MatchedColumn, matchColumns } from './match-columns.js'
import { type RowChange, readRow } from './read-row.js'

/** A row and the line on which it starts. */
export type ImportRow = { line: number; change: RowChange }

export type ImportProblem = { line: number; message: string }

/** The valid rows of a file and all problems, in line order. */
export type ImportFile = { rows: ImportRow[]; problems: ImportProblem[] }

const maxColumns = 100

/** Rows between two pauses for other requests. */
const batchSize = 100

/** Reads a file whose text arrives in parts. Takes all of them, even after a fatal problem. */
export async function readRows(
  parts: Iterable<string> | AsyncIterable<string>,
  config: ImageSettings & Pick<LimitConfig, 'limits'>,
): Promise<ImportFile> {
  const parser = createCsvParser({
    // With the header.
    maxRows: maxOfRequest(config, 'import-rows') + 1,
    maxColumns,
    maxRowLength: maxOfRequest(config, 'import-row-length'),
  })
  const reader = createReader(config)
  for await (const part of parts) {
    if (!reader.hasFailed()) await reader.add(parser.push(part))
  }
  if (!reader.hasFailed()) await reader.add(parser.end())
  return reader.finish()
}

function createReader(config: ImageSettings) {
  const rules = itemRules(config)
  const lineOf = new Map<string, number>()
  let columns: readonly MatchedColumn[] | null = null
  let file: ImportFile = { rows: [], problems: [] }
  let hasFailed = false

  function fail(line: number, messages: readonly string[]): void {
    hasFailed = true
    file = { rows: [], problems: messages.map((message) => ({ line, message })) }
  }

  function readHeader({ line, cells }: CsvRow): void {
    const matched = matchColumns(cells)
    if ('problems' in matched) fail(line, matched.problems)
    else columns = matched.columns
  }

  function readItem({ line, cells }: CsvRow, matched: readonly MatchedColumn[]): void {
    // Spreadsheets append rows of separators only.
    if (cells.every((cell) => cell.trim() === '')) return
    const read = readRow(cells, { columns: matched, rules })
    if ('problems' in read) {
      file.problems.push(...read.problems.map((message) => ({ line, message })))
      return
    }
    const { sku } = read.change
    const firstLine = lineOf.get(sku)
    if (firstLine === undefined) {
      lineOf.set(sku, line)
      file.rows.push({ line, change: read.change })
      return
    }
    const message = `the SKU ${sku} already appears on line ${firstLine}`
    file.problems.push({ line, message })
  }

  return {
    hasFailed: () => hasFailed,
    async add(parsed: ParsedCsv): Promise<void> {
      if ('problem' in parsed) {
        fail(parsed.line, [parsed.problem])
        return
      }
      for (const [index, row] of parsed.rows.entries()) {
        if (index % batchSize === 0) await nextTurn()
        if (columns) readItem(row, columns)
        else readHeader(row)
        if (hasFailed) return
      }
    },
    finish(): ImportFile {
      if (!columns && !hasFailed) fail(1, ['the file is empty'])
      return file
    },
  }
}
