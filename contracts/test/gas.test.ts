import { describe, expect, test } from 'vitest'
import { compareGas } from './gas.js'

const section = { pay: { gas: 48_000, limit: 49_000 }, flush: { gas: 100 } }

describe('compareGas', () => {
  test('default', () => {
    expect(compareGas(section, { pay: 48_000n, flush: 100n })).toEqual([])
  })

  test('behavior: reports more gas', () => {
    expect(compareGas(section, { pay: 48_001n, flush: 100n })).toEqual([
      'pay: increased from 48000 to 48001',
    ])
  })

  test('behavior: reports less gas and the fix', () => {
    expect(compareGas(section, { pay: 48_000n, flush: 99n })).toEqual([
      'flush: decreased from 100 to 99. Update gas.json and run: npm run generate',
    ])
  })

  test('behavior: reports gas above the limit even if gas.json contains it', () => {
    const grown = { ...section, pay: { gas: 49_001, limit: 49_000 } }
    expect(compareGas(grown, { pay: 49_001n, flush: 100n })).toEqual([
      'pay: 49001 exceeds the limit of 49000',
    ])
  })

  test('behavior: reports actions that are missing on one side', () => {
    expect(compareGas(section, { pay: 48_000n, refund: 5n })).toEqual([
      'flush: in gas.json, but not measured',
      'refund: not in gas.json. Add it with 5',
    ])
  })
})
