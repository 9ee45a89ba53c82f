import { describe, expect, test } from 'vitest'
import { createFormats } from './formats.js'

const format = createFormats('en')

describe('createFormats', () => {
  test('default: fiat has its symbol, groups and two decimals', () => {
    expect(format.money(1_234.5, 'USD')).toBe('$1,234.50')
    expect(format.money(101.6, 'EUR')).toBe('€101.60')
    expect(format.money(-5, 'USD')).toBe('−$5.00')
    expect(createFormats('de').money(1_234.5, 'EUR')).toBe('1.234,50\u00a0€')
  })

  test('behavior: a token amount keeps all its decimals', () => {
    expect(format.token('1234567')).toBe('1,234,567.00')
    expect(format.token('333333333333.123456789012345678')).toBe(
      '333,333,333,333.123456789012345678',
    )
    expect(format.token('0.036683333333333334')).toBe('0.036683333333333334')
  })

  test('default: shares, counts and lists', () => {
    expect(format.percent(0.005)).toBe('0.5%')
    expect(format.count(1_000_000)).toBe('1,000,000')
    expect(format.list(['Tea', 'Cup'])).toBe('Tea and Cup')
  })

  test('default: a time in UTC names the zone', () => {
    expect(format.time(Date.UTC(2026, 10, 5, 9, 7), 'UTC')).toBe('Nov 5, 2026, 09:07 UTC')
  })
})
