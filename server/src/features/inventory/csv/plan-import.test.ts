import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { testConfig } from '../../../../test/test-config.js'
import { unixMs } from '../../../lib/time.js'
import type { Item } from '../item.js'
import { planImport } from './plan-import.js'
import { readRows } from './read-rows.js'

const merchant = aWallet()

async function plan(csv: string, existing: ReadonlyMap<string, Item> = new Map()) {
  const { rows, problems } = await readRows([csv], { ...testConfig(), mode: 'live' })
  expect(problems).toEqual([])
  return planImport(rows, existing)
}

/** Returns the items that a file creates, by SKU. */
async function itemsOf(csv: string): Promise<Map<string, Item>> {
  const { rows } = await plan(csv)
  const times = { createdAt: unixMs(1), revision: 1, updatedAt: unixMs(1) }
  return new Map(
    rows.map(({ after }) => [
      after.sku,
      { ...after, merchant, id: `itm_${after.sku}`, reservedQty: 0, ...times },
    ]),
  )
}

describe('planImport', () => {
  test('default', async () => {
    const existing = await itemsOf('sku,name,priceUsd\nT-1,Tea,4.50\nT-2,Coffee,5')
    const { rows, problems } = await plan(
      'sku,name,priceUsd\nT-1,,4.60\nT-2,Coffee,\nT-3,Cake,3',
      existing,
    )
    expect(problems).toEqual([])
    expect(rows).toMatchObject([
      { line: 2, action: 'update', before: { name: 'Tea' }, after: { name: 'Tea' } },
      { line: 3, action: 'unchanged' },
      { line: 4, action: 'create', before: null, after: { sku: 'T-3', taxable: true, tags: [] } },
    ])
    expect(rows.map(({ after }) => after.priceUsdCents)).toEqual([460n, 500n, 300n])
  })

  test('behavior: a price in euros keeps its currency', async () => {
    const existing = await itemsOf('sku,name,price,currency\nT-1,Tea,4,eur')
    const { rows } = await plan('sku,price\nT-1,5', existing)
    expect(rows).toMatchObject([{ after: { priceCents: 500n, currency: 'EUR' } }])
  })

  test('error: reports the missing fields of a new item', async () => {
    const { rows, problems } = await plan('sku,name,priceUsd\nT-1,,4\nT-2,Tea,\nT-3,Tea,4')
    expect(rows).toMatchObject([{ line: 4 }])
    expect(problems).toEqual([
      { line: 2, message: 'name is required for a new item' },
      { line: 3, message: 'priceUsd or price is required' },
    ])
  })
})
