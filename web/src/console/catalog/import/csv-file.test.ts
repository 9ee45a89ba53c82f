import { describe, expect, test } from 'vitest'
import { countRecords, guessMapping, readCsvFile, splitRecords, writeCsv } from './csv-file.js'

const fileOf = (content: BlobPart) => new File([content], 'items.csv')

describe('readCsvFile', () => {
  test('default: finds the separator and the names', async () => {
    const file = await readCsvFile(fileOf('\uFEFFArticle;"Name; long";Price\n1;a;2\n'))
    expect(file).toMatchObject({ separator: ';', header: ['Article', 'Name; long', 'Price'] })
  })

  test('behavior: reads files of older spreadsheets', async () => {
    const file = await readCsvFile(fileOf(new Uint8Array([0x63, 0x61, 0x66, 0xe9])))
    expect(file.text).toBe('café')
  })
})

describe('guessMapping', () => {
  test('default: names of the API and of other programs, each once', () => {
    const header = ['SKU', 'Price USD', 'Title', 'name', 'Vendor', 'low_stock_qty']
    expect(guessMapping(header)).toEqual(['sku', 'priceUsd', 'name', null, null, 'lowStockQty'])
  })
})

describe('writeCsv', () => {
  const text = 'Code,Vendor,Title\r\nA-1,x,"Cup, ""large"",\r\nblue"\r\nA-2,y,Tea\r\n'

  test('default: renames the columns and leaves others out', async () => {
    const file = await readCsvFile(fileOf(text))
    const written = writeCsv(file, ['sku', null, 'name'])
    expect(written).toBe('sku,wallet,name\nA-1,x,"Cup, ""large"",\r\nblue"\nA-2,y,Tea')
  })

  test('behavior: leaves out the records on some lines', async () => {
    expect(splitRecords(text).map(({ line }) => line)).toEqual([1, 2, 4])
    const file = await readCsvFile(fileOf(text))
    expect(writeCsv(file, ['sku', null, 'name'], new Set([2]))).toBe('sku,wallet,name\nA-2,y,Tea')
  })

  test('behavior: counts the records after the header', () => {
    expect([countRecords(text), countRecords('sku'), countRecords('')]).toEqual([2, 0, 0])
  })
})
