/**
 * What makes a spreadsheet calculate a cell instead of showing it, in the full-width form of East Asian
 * keyboards too. The apostrophe is among them so that one that is part of a text is not taken for ours.
 */
const risky = `['=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]`

/**
 * Where a cell can begin: also behind what another reader takes for a separator. A spreadsheet that expects
 * semicolons does not see our quotes, and makes a cell of what stands behind one inside a text.
 */
const beginning = '(?<=^|[;\\t\\r\\n])'
const unguarded = new RegExp(`${beginning}(?=${risky})`, 'g')
const guarded = new RegExp(`${beginning}'(?=${risky})`, 'g')

/** Semicolons and tabs as well, because some readers separate by them. White space at an end gets lost bare. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/**
 * A row of comma-separated values (RFC 4180) with its line break. Text that a spreadsheet would take for a
 * formula gets an apostrophe, which `readCsvText` takes away again; numbers stay numbers, below zero as well.
 */
export function formatCsvRow(cells: readonly (string | number | boolean)[]): string {
  const written = cells.map((cell) => (typeof cell === 'string' ? formatText(cell) : String(cell)))
  // A row of one empty cell would be a blank line, and those are passed over.
  const row = written.length === 1 && written[0] === '' ? '""' : written.join(',')
  return `${row}\r\n`
}

/** The text of a cell: without the apostrophe that kept a spreadsheet from calculating it. */
export function readCsvText(cell: string): string {
  return cell.replace(guarded, '')
}

function formatText(text: string): string {
  const safe = text.replace(unguarded, "'")
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
