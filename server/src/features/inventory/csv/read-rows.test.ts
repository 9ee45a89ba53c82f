import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/test-config.js'
import { readRows } from './read-rows.js'

const read = (csv: string) => readRows([csv], testConfig())

async function problemsOf(csv: string) {
  const { problems } = await read(csv)
  return problems.map(({ line, message }) => `${line}: ${message}`)
}

describe('readRows', () => {
  test('default', async () => {
    expect(await read('sku,name\nT-1,Tea\n\nT-2,"Coffee\nblack"\n')).toEqual({
      rows: [{ line: 2, change: { sku: 'T-1', name: 'Tea' } }],
      problems: [{ line: 4, message: expect.stringContaining('line breaks') }],
    })
  })

  test('behavior: reads files separated by semicolons', async () => {
    expect(await read('\ufeffSKU;Price\r\nT-1;4.50\r\n;;\r\n')).toMatchObject({
      rows: [{ line: 2, change: { sku: 'T-1', price: 450n } }],
      problems: [],
    })
  })

  test('behavior: only a header', async () => {
    expect(await read('sku,name')).toEqual({ rows: [], problems: [] })
  })

  test('error: refuses an empty file', async () => {
    expect(await problemsOf(' \n')).toEqual(['1: the file is empty'])
  })

  test('error: refuses a repeated SKU, even in another Unicode form', async () => {
    expect(await problemsOf('sku\nT-1\nCafe\u0301\n T-1 \nCaf\u00e9\nT-1')).toEqual([
      '4: the SKU T-1 already appears on line 2',
      '5: the SKU Caf\u00e9 already appears on line 3',
      '6: the SKU T-1 already appears on line 2',
    ])
  })

  test('error: reports a bad header with its line', async () => {
    expect(await problemsOf('\n\nname,color\nTea,green')).toEqual([
      expect.stringContaining('3: color is not a known column'),
      '3: the column sku is missing',
    ])
  })

  test('error: refuses an unclosed quote', async () => {
    expect(await problemsOf('sku,name\nT-1,"Tea')).toEqual([
      '2: a quote is opened here and never closed',
    ])
  })

  test('error: refuses a cell as large as a file', async () => {
    const sized = (length: number) => `sku,description\nT-1,"${'x'.repeat(length)}"`
    expect(await problemsOf(sized(60_000))).toEqual([
      '2: description must have at most 5000 characters',
    ])
    expect(await problemsOf(sized(6_000_000))).toEqual([
      '2: the row has more than 65536 characters; close its quote',
    ])
  })

  test('error: refuses a file of separators', async () => {
    expect(await problemsOf(','.repeat(8_000_000))).toEqual(['1: there are more than 100 columns'])
    expect(await problemsOf(`sku\n${','.repeat(4_000_000)}x`)).toEqual([
      '2: there are more than 100 columns',
    ])
  })

  test('behavior: takes the rest of a file after a problem', async () => {
    let takenSlots = 0
    function* parts() {
      for (const part of ['sku\n', 'a"b\n', 'c\n', 'd\n']) {
        takenSlots += 1
        yield part
      }
    }
    const { problems } = await readRows(parts(), { ...testConfig(), mode: 'live' })
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining('there is a quote') }])
    expect(takenSlots).toBe(4)
  })

  test('error: refuses too many rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `S-${index}`)
    expect(await read(['sku', ...rows].join('\n'))).toMatchObject({
      rows: { length: 20_000 },
      problems: [],
    })
    expect(await problemsOf(['sku', ...rows, 'S'].join('\n'))).toEqual([
      '20002: there are more than 20001 rows with the header',
    ])
  })

  test('behavior: reads any text or returns problems', async () => {
    const piece = fc.constantFrom(
      ...['sku', 'name', 'priceUsd', 'tags', 'images', 'T-1', 'Tea', '4.5', '-1', 'yes', "'", '='],
      ...[',', ';', '\t', '\n', '\r\n', '"', '""', ' ', '\ufeff', '\u0000', '\ud800', 'data:,'],
    )
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          text,
          text.map((end) => `sku,name,tags\n${end}`),
        ),
        async (csv) => {
          const { rows, problems } = await read(csv)
          expect(problems.every(({ line, message }) => line >= 1 && message !== '')).toBe(true)
          const skus = rows.map(({ change }) => change.sku)
          expect(new Set(skus).size).toBe(skus.length)
          expect(skus.every((sku) => sku !== '' && sku.isWellFormed())).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})
