/**
 * Characters that make a spreadsheet evaluate a cell as a formula, including full-width forms. The
 * apostrophe is included, so that an apostrophe of the text differs from an added one.
 */
const formulaStart = `['=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]`

/**
 * Positions where a cell can begin, including after other separators. A spreadsheet that expects
 * semicolons ignores our quotes and starts a cell after each semicolon in a text.
 */
const cellStart = '(?<=^|[;\\t\\r\\n])'
const formulaCells = new RegExp(`${cellStart}(?=${formulaStart})`, 'g')
const escapedCells = new RegExp(`${cellStart}'(?=${formulaStart})`, 'g')

/** Also semicolons and tabs, which can separate cells, and outer space, which gets lost. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

type CsvRow = readonly (string | number | boolean)[]

/**
 * Formats a row of comma-separated values (RFC 4180) with its line break. Text that looks like a
 * formula gets an apostrophe, which `readCsvText` removes. Numbers, including negative ones, stay
 * unchanged.
 */
export function formatCsvRow(cells: CsvRow): string {
  const written = cells.map((cell) => (typeof cell === 'string' ? formatText(cell) : String(cell)))
  // A row with one empty cell would be a blank line, which readers skip.
  const row = written.length === 1 && written[0] === '' ? '""' : written.join(',')
  return `${row}\r\n`
}

/** Formats rows of comma-separated values, as `formatCsvRow` does. */
export function formatCsv(rows: readonly CsvRow[]): string {
  return rows.map(formatCsvRow).join('')
}

/** Returns the text of a cell without the apostrophe that prevents formulas. */
export function readCsvText(cell: string): string {
  return cell.replace(escapedCells, '')
}

function formatText(text: string): string {
  const safe = text.replace(formulaCells, "'")
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
