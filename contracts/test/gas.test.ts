import { describe, expect, test } from 'vitest'
import { compareGas } from './gas.js'

const section = { pay: { gas: 48_000, limit: 49_000 }, flush: { gas: 100 } }

describe('compareGas', () => {
  test('default', () => {
    expect(compareGas(section, { pay: 48_000n, flush: 100n })).toEqual([])
  })

  test('behavior: more gas is told', () => {
    expect(compareGas(section, { pay: 48_001n, flush: 100n })).toEqual([
      'pay: grew from 48000 to 48001',
    ])
  })

  test('behavior: less gas is told, with what to do', () => {
    expect(compareGas(section, { pay: 48_000n, flush: 99n })).toEqual([
      'flush: shrank from 100. Write 99 to gas.json, then npm run generate',
    ])
  })

  test('behavior: a limit holds whatever gas.json says was used', () => {
    const grown = { ...section, pay: { gas: 49_001, limit: 49_000 } }
    expect(compareGas(grown, { pay: 49_001n, flush: 100n })).toEqual([
      'pay: 49001 passes the limit of 49000',
    ])
  })

  test('behavior: an action has to be on both sides', () => {
    expect(compareGas(section, { pay: 48_000n, refund: 5n })).toEqual([
      'flush: in gas.json, but not measured',
      'refund: not in gas.json, which should say 5',
    ])
  })
})
