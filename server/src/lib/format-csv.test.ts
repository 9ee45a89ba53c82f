import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv, formatCsvRow, readCsvText } from './format-csv.js'
import { createCsvParser } from './parse-csv.js'

/** Special characters of CSV and spreadsheets among harmless letters. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    ...Array.from('ab1 =+-@\t\r\n\'",;|\u00a0\ufeff\uff1d\uff0b\uff0d\uff20'),
    '""',
    '\r\n',
    '👩‍🚀',
    'é',
  ),
  maxLength: 12,
})
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))
const rows = fc.array(fc.array(fc.oneof(hostileText, anyText), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
})

function cellsOf(text: string): string[][] {
  const limits = { maxRows: 1_000, maxColumns: 100, maxRowLength: 1_000_000 }
  const parser = createCsvParser(limits)
  return [parser.push(text), parser.end()].flatMap((parsed) => {
    if ('problem' in parsed) throw new Error(parsed.problem)
    return parsed.rows.map(({ cells }) => cells)
  })
}

describe('formatCsvRow', () => {
  test('default', () => {
    expect(formatCsvRow(['T-1', 'Tea, green', 4.5, true])).toBe('T-1,"Tea, green",4.5,true\r\n')
  })

  test.each([
    ['', '""'],
    ['Tea', 'Tea'],
    ['a b', 'a b'],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['say "hi"', '"say ""hi"""'],
    [' a', '" a"'],
    ['a ', '"a "'],
    [' ', '" "'],
    ['\ufeffa', '"\ufeffa"'],
    ['-', "'-"],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=A1,"b"', `"'=A1,""b"""`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['a\n- b', `"a\n'- b"`],
    ["a;'b", `"a;''b"`],
    ['\uff1d1', "'\uff1d1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff201', "'\uff201"],
    ["'tis", "''tis"],
    ["it's", "it's"],
  ])('behavior: formats the text %j as %j', (text, written) => {
    expect(formatCsvRow([text])).toBe(`${written}\r\n`)
  })

  test('behavior: does not change numbers and booleans', () => {
    expect(formatCsvRow([-1, 0, 1.25, -0.5, false])).toBe('-1,0,1.25,-0.5,false\r\n')
  })

  test('behavior: does not quote empty cells, except in a row of one', () => {
    expect(formatCsvRow(['', 'a', ''])).toBe(',a,\r\n')
    expect(formatCsvRow(['', ''])).toBe(',\r\n')
  })

  test('behavior: no text is read as a formula by a spreadsheet', () => {
    fc.assert(
      fc.property(rows, (texts) => {
        const cells = cellsOf(formatCsv(texts)).flat()
        expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('readCsvText', () => {
  test('default', () => {
    expect(readCsvText("'=1+1")).toBe('=1+1')
  })

  test.each([
    ["'tis", "'tis"],
    ["''tis", "'tis"],
    ["'", "'"],
    ["''", "'"],
    ["'''", "''"],
    ["'-1", '-1'],
    ["'\n", '\n'],
    ["'\uff1d", '\uff1d'],
    ["' =1", "' =1"],
    ["a'=1", "a'=1"],
    ['=1', '=1'],
    ['', ''],
  ])('behavior: reads %j as %j', (cell, text) => {
    expect(readCsvText(cell)).toBe(text)
  })

  test('behavior: reads back every text unchanged', () => {
    fc.assert(
      fc.property(rows, (texts) => {
        const read = cellsOf(formatCsv(texts))
        expect(read.map((cells) => cells.map(readCsvText))).toEqual(texts)
      }),
      { numRuns: 300 },
    )
  })
})
