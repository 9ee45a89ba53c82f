/** A row and the line on which it begins, counted from 1 as in an editor. */
export type CsvRow = { line: number; cells: string[] }

/** Rows in their order, or the first problem and its line. */
export type ParsedCsv = { rows: CsvRow[] } | { problem: string; line: number }

type CsvLimits = { maxRows: number; maxColumns: number; maxRowLength: number }

/** After a problem, it takes no more text. */
type CsvParser = {
  /** Takes the next part of the text and returns the rows that it completes. */
  push(text: string): ParsedCsv
  /** Returns the rows of the text that is left. */
  end(): ParsedCsv
}

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const semicolon = 0x3b

const neverClosed = 'a quote is opened here and never closed'

/**
 * Parses comma-separated values (RFC 4180) that arrive in parts, including the header. Skips blank
 * lines. Runs in linear time for any input and keeps only the text of an incomplete row.
 */
export function createCsvParser({ maxRows, maxColumns, maxRowLength }: CsvLimits): CsvParser {
  const findRowsEnd = createRowsEndFinder()
  let incomplete = ''
  let line = 1
  let rowCount = 0
  let separator: number | null = null
  let isStarted = false

  /** Parses complete rows. */
  function parse(text: string): ParsedCsv {
    const rows: CsvRow[] = []
    for (let at = 0; ; ) {
      const start = skipBlankLines(text, at)
      line += countLineBreaks(text, at, start)
      if (start >= text.length) return { rows }
      if (rowCount >= maxRows) return problem(`there are more than ${maxRows} rows with the header`)

      separator ??= findSeparator(text, start)
      const row = readRow(text, { start, separator, maxColumns })
      const end = 'problem' in row ? row.at : row.end
      if (end - start > maxRowLength) return refuseLong(text.slice(start))
      if ('problem' in row) return problem(row.problem, countLineBreaks(text, start, row.at))

      rows.push({ line, cells: row.cells })
      rowCount += 1
      line += countLineBreaks(text, start, row.end)
      at = row.end
    }
  }

  /**
   * Explains a row that is too long, the same whether it has arrived in full or not. A stray quote
   * is often the cause.
   */
  function refuseLong(text: string): ParsedCsv {
    const excerpt = text.slice(0, maxRowLength)
    const row = readRow(excerpt, {
      start: 0,
      separator: separator ?? findSeparator(excerpt, 0),
      maxColumns,
    })
    if ('problem' in row && row.problem !== neverClosed) {
      return problem(row.problem, countLineBreaks(excerpt, 0, row.at))
    }
    const isQuoted = 'problem' in row
    return problem(
      `the row has more than ${maxRowLength} characters${isQuoted ? '; close its quote' : ''}`,
    )
  }

  function problem(text: string, linesBelow = 0): ParsedCsv {
    return { problem: text, line: line + linesBelow }
  }

  return {
    push(text) {
      if (text === '') return { rows: [] }
      const part = !isStarted && text.startsWith('\ufeff') ? text.slice(1) : text
      isStarted = true

      const end = findRowsEnd(part)
      const complete = end === null ? '' : incomplete + part.slice(0, end)
      incomplete = end === null ? incomplete + part : part.slice(end)
      const parsed = parse(complete)
      if ('problem' in parsed || incomplete.length <= maxRowLength) return parsed
      return refuseLong(incomplete)
    },
    end: () => parse(incomplete),
  }
}

/**
 * Returns a function that finds the end of the last complete row in the next part of a text: the
 * position after a line break outside quotes, or null.
 */
function createRowsEndFinder(): (part: string) => number | null {
  let isQuoted = false
  /** A line feed may follow, which belongs to the same line break. */
  let endsWithReturn = false

  return (part) => {
    let end = endsWithReturn && part.charCodeAt(0) !== lineFeed ? 0 : null
    endsWithReturn = false
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at)
      if (code === quote) isQuoted = !isQuoted
      if (isQuoted || !isLineBreak(code)) continue
      endsWithReturn = code === carriageReturn && at === part.length - 1
      if (!endsWithReturn) end = at + 1
    }
    return end
  }
}

/** Returns the start of the next line with more than spaces and tabs, or the end of the text. */
function skipBlankLines(text: string, start: number): number {
  let lineStart = start
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isLineBreak(code)) lineStart = at + 1
    else if (code !== space && code !== tab) return lineStart
  }
  return text.length
}

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) count += 1
    else if (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed) count += 1
  }
  return count
}

/**
 * Detects the separator from the first row, because column names rarely contain one. Spreadsheets
 * use semicolons where the comma is the decimal sign, and tabs on request.
 */
function findSeparator(text: string, start: number): number {
  let commas = 0
  let semicolons = 0
  let tabs = 0
  let isQuoted = false

  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isQuoted = !isQuoted
    if (isQuoted) continue
    if (isLineBreak(code)) break
    if (code === comma) commas += 1
    if (code === semicolon) semicolons += 1
    if (code === tab) tabs += 1
  }

  if (Math.max(semicolons, tabs) <= commas) return comma
  return tabs > semicolons ? tab : semicolon
}

/** `end` is the position of the line break, or the end of the text. */
function readRow(
  text: string,
  { start, separator, maxColumns }: { start: number; separator: number; maxColumns: number },
): { cells: string[]; end: number } | { problem: string; at: number } {
  const cells: string[] = []
  for (let at = start; ; at += 1) {
    const isQuoted = text.charCodeAt(at) === quote
    const end = isQuoted ? findClosingQuote(text, at) : findCellEnd(text, at, separator)
    if (end === -1) return { problem: neverClosed, at }

    cells.push(isQuoted ? readQuoted(text, at + 1, end) : readPlain(text, at, end))
    at = isQuoted ? end + 1 : end
    const code = text.charCodeAt(at)
    if (code === separator && cells.length >= maxColumns) {
      return { problem: `there are more than ${maxColumns} columns`, at }
    }
    if (code === separator) continue
    if (at >= text.length || isLineBreak(code)) return { cells, end: at }

    const problem = isQuoted
      ? 'there is text after the quote that closes a cell; write a quote inside a cell twice'
      : 'there is a quote in a cell that does not begin with one; write it twice and quote the cell'
    return { problem, at }
  }
}

/** Returns -1 when there is none. A doubled quote is part of the cell. */
function findClosingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at
}

/** Also stops at a quote, which is invalid in an unquoted cell. */
function findCellEnd(text: string, start: number, separator: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === separator || code === quote || isLineBreak(code)) return at
  }
  return text.length
}

/** Avoids empty slices, which would double the time for millions of commas. */
function readPlain(text: string, start: number, end: number): string {
  return start === end ? '' : text.slice(start, end)
}

/** Splits and joins, which is twice as fast as replacing in a cell of only quotes. */
function readQuoted(text: string, start: number, end: number): string {
  const written = text.slice(start, end)
  return written.includes('"') ? written.split('""').join('"') : written
}

function isLineBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn
}
