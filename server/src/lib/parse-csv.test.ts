import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/fixtures/cpu-time.js'
import { createCsvParser, type ParsedCsv } from './parse-csv.js'

const limits = { maxRows: 100, maxColumns: 100, maxRowLength: 10_000_000 }

/** Parses a text that arrives in parts. */
function parseParts(parts: readonly string[], changes: Partial<typeof limits> = {}): ParsedCsv {
  const parser = createCsvParser({ ...limits, ...changes })
  const rows = []
  for (const part of [...parts, null]) {
    const parsed = part === null ? parser.end() : parser.push(part)
    if ('problem' in parsed) return parsed
    rows.push(...parsed.rows)
  }
  return { rows }
}

const parse = (text: string, changes: Partial<typeof limits> = {}) => parseParts([text], changes)

function rowsOf(text: string) {
  const parsed = parse(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.rows
}

const anyText = fc.string({
  unit: fc.constantFrom(...'ab",;\t\r\n \ufeff', '""', '\r\n', '🍵'),
})

/** Cells between bars, rows between slashes. */
function show(text: string): string {
  return rowsOf(text)
    .map(({ cells }) => cells.join('|'))
    .join(' / ')
}

describe('createCsvParser', () => {
  test('default', () => {
    expect(parse('sku,name\r\nT-1,"Tea, green"\r\nT-2,Coffee\r\n')).toEqual({
      rows: [
        { line: 1, cells: ['sku', 'name'] },
        { line: 2, cells: ['T-1', 'Tea, green'] },
        { line: 3, cells: ['T-2', 'Coffee'] },
      ],
    })
  })

  test.each([
    ['a byte order mark', '\ufeffa,b', 'a|b'],
    ['a byte order mark before a quote', '\ufeff"a,b"', 'a,b'],
    ['such a mark elsewhere, which is text', 'a\n\ufeffb', 'a / \ufeffb'],
    ['LF', 'a\nb\n', 'a / b'],
    ['CR', 'a\rb\r', 'a / b'],
    ['every line break', 'a\rb\nc\r\nd', 'a / b / c / d'],
    ['no last line break', 'a,b\nc,d', 'a|b / c|d'],
    ['empty cells', ',a,,\n,', '|a|| / |'],
    ['doubled quotes', '"say ""hi""","""",""', 'say "hi"|"|'],
    ['line breaks in quotes', '"a\r\nb\nc\rd",e', 'a\r\nb\nc\rd|e'],
    ['spaces, which are part of a cell', ' a , b ', ' a | b '],
    ['rows of different lengths', 'a,b\nc\nd,e,f', 'a|b / c / d|e|f'],
  ])('behavior: reads %s', (_what, text, expected) => {
    expect(show(text)).toBe(expected)
  })

  test.each(['', '\ufeff', '\n', '\r\n\r\n', ' \n\t\r'])(
    'behavior: returns no rows for %j',
    (text) => {
      expect(parse(text)).toEqual({ rows: [] })
    },
  )

  test('behavior: treats a quoted empty cell as a row', () => {
    expect(parse('""')).toEqual({ rows: [{ line: 1, cells: [''] }] })
  })

  test.each([
    ['a;b\n1,5;2', 'a|b / 1,5|2'],
    ['a\tb\n1,5\t2;3', 'a|b / 1,5|2;3'],
    ['a,b\n1;2;3\t4', 'a|b / 1;2;3\t4'],
    ['a,b;c', 'a|b;c'],
    ['a,b\tc', 'a|b\tc'],
    ['a;b;c,d', 'a|b|c,d'],
    ['a\tb\tc;d', 'a|b|c;d'],
    ['a;b;c\td', 'a|b|c\td'],
    ['"a;b;""c;",d', 'a;b;"c;|d'],
    ['"a\n;;;",d', 'a\n;;;|d'],
    ['\n ;\n', ' |'],
    ['\n \t \r\n\ta\tb', '|a|b'],
  ])('behavior: detects the separator from the first row, %j', (text, expected) => {
    expect(show(text)).toBe(expected)
  })

  test.each([
    ['a\nb\nc', [1, 2, 3]],
    ['a\r\nb\rc\nd', [1, 2, 3, 4]],
    ['\n\r\n \t\r\ra\n\n\nb', [5, 8]],
    ['\ufeff\na', [2]],
    ['"a\nb\r\nc\rd"\ne', [1, 5]],
    ['a\n"\n\n",b\n\nc', [1, 2, 6]],
  ])('behavior: returns rows of %j on the lines %j', (text, lines) => {
    expect(rowsOf(text).map(({ line }) => line)).toEqual(lines)
  })

  test.each([
    ['a quote that never ends', 'a\nb,"c\nd', 'never closed', 2],
    ['one whose last quote is doubled', 'a\n"b""', 'never closed', 2],
    ['one in a row of many lines', 'a\n"b\n",c,"d', 'never closed', 3],
    ['a lone quote at the end', 'a,"', 'never closed', 1],
    ['text after a closing quote', 'a\n\n"b"c', 'after the quote', 3],
    ['a space after a closing quote', '"a" ,b', 'after the quote', 1],
    ['text after a quote that closes lines later', '"a\n\r\n\n"b', 'after the quote', 4],
    ['a stray quote', 'a\nb"c"', 'does not begin with one', 2],
    ['a space before a quote', 'a, "b"', 'does not begin with one', 1],
  ])('error: rejects %s', (_what, text, problem, line) => {
    expect(parse(text)).toEqual({ problem: expect.stringContaining(problem), line })
  })

  test('error: rejects too many rows, not counting blank lines', () => {
    const two = { maxRows: 2 }
    expect(parse('a\n\nb\n\n', two)).toHaveProperty('rows.length', 2)
    expect(parse('a\n\nb\n\nc\n"', two)).toEqual({
      problem: 'there are more than 2 rows with the header',
      line: 5,
    })
  })

  test.each([
    ['a row', `a,b\n${'x'.repeat(21)}\nc`, 'the row has more than 20 characters', 2],
    ['an unfinished row', `a,b\n${'x'.repeat(21)}`, 'the row has more than 20 characters', 2],
    ['a row of quotes', `a\n"${'x\n'.repeat(15)}"`, '20 characters; close its quote', 2],
    ['a quote that never ends', `a\nb,"c\n${'d\n'.repeat(20)}`, 'close its quote', 2],
    ['a stray quote', `a\n\nb"\n${'d\n'.repeat(20)}`, 'there is a quote in a cell', 3],
  ])('error: rejects %s that is too long', (_what, text, problem, line) => {
    const expected = { problem: expect.stringContaining(problem), line }
    expect(parse(text, { maxRowLength: 20 })).toEqual(expected)
    expect(parseParts([...text], { maxRowLength: 20 })).toEqual(expected)
  })

  test('property: returns the same for a text in parts', () => {
    const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 6 })
    fc.assert(
      fc.property(anyText, cuts, (text, places) => {
        const bounds = [0, ...places.toSorted((a, b) => a - b), text.length]
        const parts = bounds.map((start, index) => text.slice(start, bounds[index + 1]))
        expect(parseParts(parts)).toEqual(parse(text))
        expect(parseParts([...text])).toEqual(parse(text))
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: returns rows as soon as they are complete', () => {
    const parser = createCsvParser(limits)
    expect(parser.push('a,b\r')).toEqual({ rows: [] })
    expect(parser.push('\nc,"d')).toEqual({ rows: [{ line: 1, cells: ['a', 'b'] }] })
    expect(parser.push('\ne"\n')).toEqual({ rows: [{ line: 2, cells: ['c', 'd\ne'] }] })
    expect(parser.end()).toEqual({ rows: [] })
  })

  test('behavior: returns rows or a problem within the text, for any text', () => {
    fc.assert(
      fc.property(anyText, (hostile) => {
        const parsed = parse(hostile)
        const lines = 'rows' in parsed ? parsed.rows.map(({ line }) => line) : [parsed.line]
        const lineCount = hostile.split(/\r\n|\r|\n/).length
        expect(lines.every((line) => line >= 1 && line <= lineCount)).toBe(true)
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })

  test('behavior: splits a text without quotes at its separators', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab ;\t🍵') }).map((end) => `x${end}`)
    const rows = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r', '\r\n'), (body, lineBreak) => {
        const expected = [['x', 'x'], ...body]
        const text = expected.map((cells) => cells.join(',')).join(lineBreak)
        expect(rowsOf(text)).toEqual(expected.map((cells, index) => ({ line: index + 1, cells })))
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['one cell', 'x'.repeat(8_000_000)],
    ['commas', ','.repeat(8_000_000)],
    ['quotes', '"'.repeat(4_000_000)],
    ['line breaks', '\r'.repeat(8_000_000)],
    ['line breaks in quotes', `"${'\r\n'.repeat(4_000_000)}"`],
    ['rows, all but a hundred of them too many', 'a\n'.repeat(4_000_000)],
  ])(
    'behavior: reads megabytes of %s in linear time',
    { tags: 'slow', timeout: 20_000 },
    (_what, text) => {
      // Takes a fraction of a second; quadratic time would take hours.
      expect(cpuTimeOf(() => parse(text))).toBeLessThan(4_000)
    },
  )
})
