import { describe, expect, test } from 'vitest'
import { cents, micros } from '../../../lib/money.js'
import { centsOf, shownCents } from './own-currency.js'

const euros = { totalUsdCents: cents(11_005n), totalCents: cents(10_160n) }
const dollars = { totalUsdCents: cents(11_005n), totalCents: null }

describe('centsOf', () => {
  test('default: converts at the rate of the receipt', () => {
    expect(centsOf(euros, cents(11_005n))).toBe(10_160n)
    expect(centsOf(euros, cents(5_502n))).toBe(5_079n)
    expect(centsOf(dollars, cents(5_502n))).toBe(5_502n)
  })

  test('behavior: a receipt over nothing has no amounts', () => {
    expect(centsOf({ totalUsdCents: cents(0n), totalCents: null }, cents(5n))).toBe(0n)
  })
})

describe('shownCents', () => {
  test('default: both sum to the total', () => {
    const shown = shownCents(euros, { paid: micros(40_000_001n), due: micros(70_049_999n) })
    expect(shown).toEqual({ paid: 3_692n, due: 6_468n })
  })

  test('behavior: 50 euros are 50 euros', () => {
    // The value of 50 EURC, rounded down.
    const paid = micros(54_158_464n)
    const shown = shownCents(euros, { paid, due: micros(110_050_000n - paid) })
    expect(shown).toEqual({ paid: 5_000n, due: 5_160n })
  })

  test('behavior: never rounds an unpaid part of a cent away', () => {
    const shown = shownCents(dollars, { paid: micros(110_049_999n), due: micros(1n) })
    expect(shown).toEqual({ paid: 11_004n, due: 1n })
  })

  test('behavior: shows an overpayment', () => {
    const shown = shownCents(dollars, { paid: micros(112_050_000n), due: micros(0n) })
    expect(shown).toEqual({ paid: 11_205n, due: 0n })
  })
})
