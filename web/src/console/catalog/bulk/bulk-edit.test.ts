import { describe, expect, test } from 'vitest'
import type { Item } from '../use-items.js'
import { changeBack, changeOfEdit, emptyEdit, isPriceEdit } from './bulk-edit.js'

const item: Item = {
  id: 'itm_1',
  sku: 'A-1',
  name: 'Tea',
  description: '',
  category: 'Tea',
  tags: ['green', 'New'],
  priceUsd: 9.99,
  priceUsdFollowsRate: false,
  priceIncludesTax: false,
  taxable: true,
  stockQty: 3,
  lowStockQty: null,
  reservedQty: 0,
  images: [],
  industryPack: '',
  attributes: {},
  parentSku: null,
  options: {},
  active: true,
  wallet: '0x1',
  revision: 1,
  createdAt: 1,
  updatedAt: 1,
}

describe('changeOfEdit', () => {
  test('default: only what differs', () => {
    expect(changeOfEdit(item, emptyEdit)).toBeNull()
    expect(changeOfEdit(item, { ...emptyEdit, category: 'Tea', active: 'true' })).toBeNull()
    const edit = { ...emptyEdit, addTags: 'NEW, organic', removeTags: 'Green', lowStockQty: '2' }
    expect(changeOfEdit(item, edit)).toEqual({ tags: ['New', 'organic'], lowStockQty: 2 })
  })

  test('behavior: a price, or a difference in percent, rounded to cents', () => {
    expect(changeOfEdit(item, { ...emptyEdit, priceUsd: '12,5' })).toEqual({ priceUsd: 12.5 })
    expect(changeOfEdit(item, { ...emptyEdit, priceUsd: '+10%' })).toEqual({ priceUsd: 10.99 })
    expect(changeOfEdit(item, { ...emptyEdit, priceUsd: '-5 %' })).toEqual({ priceUsd: 9.49 })
    // It has no euro price.
    expect(changeOfEdit(item, { ...emptyEdit, priceEur: '+10%' })).toBeNull()
    expect(['', '5%', '3.50', 'x', '1.234'].map(isPriceEdit)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('changeBack', () => {
  test('default: undoes an edit', () => {
    const after = { ...item, category: 'Cups', tags: [], active: false, priceUsd: 20 }
    expect(changeBack(item, after)).toEqual({
      category: 'Tea',
      tags: ['green', 'New'],
      active: true,
      lowStockQty: null,
      priceUsd: 9.99,
    })
  })
})
