import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { Item } from '../item.js'
import { csvColumns } from './columns.js'

const anItem = (fields: Partial<Item> = {}): Item => ({
  merchant: aWallet(),
  id: 'itm_1',
  sku: 'T-1',
  name: 'Tea',
  description: '',
  category: '',
  tags: [],
  priceUsdCents: cents(450n),
  priceCents: null,
  currency: null,
  priceIncludesTax: false,
  taxable: true,
  stockQty: -1,
  lowStockQty: null,
  reservedQty: 0,
  images: [],
  industryPack: '',
  attributes: {},
  parentSku: null,
  options: {},
  active: true,
  createdAt: unixMs(1),
  revision: 1,
  updatedAt: unixMs(1),
  ...fields,
})

function column(name: string) {
  const csvColumn = csvColumns.find((candidate) => candidate.name === name)
  if (!csvColumn) throw new Error(`there is no column ${name}`)
  return csvColumn
}

const read = (name: string, text: string) => column(name).read(text)
const write = (name: string, fields: Partial<Item>) => column(name).write(anItem(fields))

describe('csvColumns', () => {
  test('default', () => {
    expect(csvColumns.map(({ name }) => name).join()).toBe(
      'sku,name,description,category,tags,priceUsd,price,currency,taxable,priceIncludesTax,stockQty,images,industryPack,active,lowStockQty,parentSku,options',
    )
    expect(csvColumns.map((each) => each.write(anItem()))).toEqual([
      ...['T-1', 'Tea', '', '', '', 4.5, '', '', true, false, -1, '', '', true, '', '', ''],
    ])
  })

  test.each([
    ['14.5', 14.5],
    ['14.50', 14.5],
    ['-1', -1],
    ['007', 7],
    ['10000000000.00', 10_000_000_000],
  ])('behavior: reads the number %s', (text, value) => {
    expect(read('priceUsd', text)).toEqual({ value })
  })

  test.each(['$14.50', '1e3', '.5', '5.', '+5', '1 000', 'free', '0x10', '0.10000000000000001'])(
    'error: refuses %s as a number',
    (text) => {
      expect(read('priceUsd', text)).toEqual({ problem: 'must be a plain number such as 14.50' })
    },
  )

  test.each(['14,50', '1,000', '1,000.00'])('error: refuses the commas in %s', (text) => {
    expect(read('stockQty', text)).toEqual({ problem: expect.stringContaining('no commas') })
  })

  test.each([
    ['true', true],
    ['TRUE', true],
    ['Yes', true],
    ['1', true],
    ['false', false],
    ['NO', false],
    ['0', false],
  ])('behavior: reads %s as %s', (text, value) => {
    expect(read('taxable', text)).toEqual({ value })
  })

  test.each(['y', 'wahr', '2', 'truefalse', 'constructor'])(
    'error: refuses %s as a flag',
    (text) => {
      expect(read('active', text)).toHaveProperty('problem')
    },
  )

  test.each([
    ['size=L; color=Red', { size: 'L', color: 'Red' }],
    [' size = L ;', { size: 'L' }],
    ['', {}],
  ])('behavior: reads the options %j', (text, value) => {
    expect(read('options', text)).toEqual({ value })
  })

  test.each(['L', 'size=L=XL', 'size=L; size=M', '=L;;=M'])(
    'error: refuses the options %j',
    (text) => {
      expect(read('options', text)).toHaveProperty('problem')
    },
  )

  test('behavior: writes options so that they read back the same', () => {
    const options = { size: 'L', 'neck width': 'V & O' }
    const written = String(write('options', { parentSku: 'P', options }))
    expect(written).toBe('size=L; neck width=V & O')
    expect(read('options', written)).toEqual({ value: options })
  })

  test.each([
    ['hot', ['hot']],
    ['hot; iced ;', ['hot', 'iced']],
    ['hot, iced', ['hot', 'iced']],
    ['hot;spicy, iced', ['hot;spicy', 'iced']],
    ['hot|iced', ['hot|iced']],
    [';', []],
  ])('behavior: reads the tags %j', (text, value) => {
    expect(read('tags', text)).toEqual({ value })
  })

  test.each([
    [['hot', 'iced'], 'hot;iced'],
    [['hot;spicy', 'iced'], 'hot;spicy,iced,'],
    [['hot;spicy'], 'hot;spicy,'],
  ])('behavior: writes the tags %j so that they read back the same', (tags, written) => {
    expect(write('tags', { tags })).toBe(written)
    expect(read('tags', written)).toEqual({ value: tags })
  })

  test('behavior: writes image URLs', () => {
    const images = ['https://a.test/1.png', 'https://a.test/2.png']
    const written = images.join(' ')
    expect(read('images', `${images[0]}\n  ${images[1]}`)).toEqual({ value: images })
    expect(write('images', { images })).toBe(written)
  })

  test.each(['data:image/png;base64,AA==', 'https://a.test/1.png DATA:image/png;base64,AA=='])(
    'error: refuses the embedded image in %s',
    (text) => {
      expect(read('images', text)).toEqual({ problem: expect.stringContaining('POST') })
    },
  )

  test('behavior: writes only prices set by the merchant', () => {
    const prices = { priceUsdCents: null, priceCents: cents(4_600n), currency: 'EUR' } as const
    expect(write('priceUsd', prices)).toBe('')
    expect(write('price', prices)).toBe(46)
    expect(write('currency', prices)).toBe('EUR')
    expect(write('priceUsd', { priceUsdCents: cents(0n) })).toBe(0)
  })
})
