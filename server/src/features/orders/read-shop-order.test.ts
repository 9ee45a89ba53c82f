import { describe, expect, test } from 'vitest'
import { billingNames, checkoutNames } from '../receipts/create/checkout-rules.js'
import { readShopOrder } from './read-shop-order.js'

describe('readShopOrder', () => {
  test('default: what is wanted and who wants it', () => {
    const names = ['items', 'currency', 'onrampEmail', ...Object.values(billingNames).flat()]
    const body = Object.fromEntries(names.map((name) => [name, 'x']))
    expect(readShopOrder(body)).toEqual(body)
  })

  test('behavior: nothing that is for the merchant to decide', () => {
    const { onrampEmail: _buyers, ...rest } = checkoutNames
    const names = Object.values(rest).flat()
    const tax = ['taxRate', 'jurisdictionCode', 'taxComponents', 'wallet', 'constructor']
    const body = Object.fromEntries([...names, ...tax].map((name) => [name, 'x']))
    expect(readShopOrder(body)).toEqual({})
  })
})
