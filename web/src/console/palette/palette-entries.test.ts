import { describe, expect, test } from 'vitest'
import { findEntries, type PaletteEntry, readAmount, splitAtMatch } from './palette-entries.js'

const entries: PaletteEntry[] = [
  { id: 'a', group: 'screens', label: 'Receipts', icon: 'receipt', href: '/receipts' },
  { id: 'b', group: 'actions', label: 'New payment', icon: 'plus', words: 'charge', run() {} },
]

describe('findEntries', () => {
  test('default: finds every word in label or words', () => {
    const find = (text: string) => findEntries(entries, text).map(({ id }) => id)
    expect(find('')).toEqual(['a', 'b'])
    expect(find('REC')).toEqual(['a'])
    expect(find('pay charge')).toEqual(['b'])
    expect(find('pay receipts')).toEqual([])
  })
})

describe('readAmount', () => {
  test('default: reads amounts', () => {
    expect(['12.50', '$12.5', '1,140', '€ 7', '1140.00'].map(readAmount)).toEqual([
      12.5, 12.5, 1_140, 7, 1_140,
    ])
  })

  test('behavior: other texts are no amounts', () => {
    for (const text of ['', '0', '12.345', '1,14', 'NB-12', '0x12', '12 13']) {
      expect(readAmount(text)).toBeNull()
    }
  })
})

describe('splitAtMatch', () => {
  test('default: splits around the first match', () => {
    expect(splitAtMatch('Elena Fischer', 'fisch')).toEqual(['Elena ', 'Fisch', 'er'])
    expect(splitAtMatch('Elena', 'x')).toEqual(['Elena', '', ''])
    expect(splitAtMatch('Elena', '')).toEqual(['Elena', '', ''])
  })
})
