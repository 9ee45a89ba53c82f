import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preparePlanned } from './prepare-planned.js'

const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const gas = { kind: 'gas', gas: 21_000n } as const
const ether = 10n ** 18n

describe('preparePlanned', () => {
  test('default', () => {
    expect(preparePlanned({ value: 7n }, { estimate: gas, fees, free: ether })).toEqual({
      kind: 'ready',
      gas: 25_200n,
      fees,
      cost: 252_007n,
    })
  })

  test.each([
    ['the value', 2n * ether, 'up to 2 ether and has 1 available'],
    ['value and gas together', ether, 'up to 1.000000000000252 ether and has 1 available'],
  ])('error: is unfunded when %s exceeds the funds', (_name, value, words) => {
    const prepared = preparePlanned({ value }, { estimate: gas, fees, free: ether })
    expect(prepared).toEqual({ kind: 'unfunded', error: `The signer needs ${words}` })
  })

  test('behavior: shows negative funds as zero', () => {
    expect(preparePlanned({ value: 0n }, { estimate: gas, fees, free: -5n })).toMatchObject({
      error: 'The signer needs up to 0 ether and has 0 available',
    })
  })

  test("error: returns the node's reason, unless funds are insufficient", () => {
    const reverts = { kind: 'reverts', reason: 'no' } as const
    const unknown = { kind: 'unknown', reason: 'busy' } as const
    const prepare = (estimate: typeof reverts | typeof unknown, free: bigint) =>
      preparePlanned({ value: 1n }, { estimate, fees, free })
    expect(prepare(reverts, ether)).toEqual({ kind: 'reverts', error: 'no' })
    expect(prepare(reverts, 0n)).toMatchObject({ kind: 'unfunded' })
    expect(prepare(unknown, ether)).toEqual({
      kind: 'unknown',
      error: 'The gas could not be estimated: busy',
    })
  })

  test('error: is costly when the gas with margin exceeds the limit', () => {
    const prepare = (mostGas: bigint | null, free: bigint) =>
      preparePlanned({ value: 0n, mostGas }, { estimate: gas, fees, free })
    for (const enough of [25_200n, null]) {
      expect(prepare(enough, ether)).toMatchObject({ kind: 'ready', gas: 25_200n })
    }
    for (const free of [ether, 0n]) {
      expect(prepare(25_199n, free)).toEqual({
        kind: 'costly',
        error: 'It needs up to 25200 gas and may use 25199',
      })
    }
  })

  test('property: adds a fifth to the gas and never exceeds the funds', () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
    fc.assert(
      fc.property(wei, wei, fc.bigInt({ min: 1n, max: 30_000_000n }), (value, free, amount) => {
        const estimate = { kind: 'gas', gas: amount } as const
        const prepared = preparePlanned({ value }, { estimate, fees, free })
        const needed = value + ((amount * 6n + 4n) / 5n) * fees.maxFeePerGas
        expect(prepared.kind).toBe(needed > free ? 'unfunded' : 'ready')
        if (prepared.kind !== 'ready') return
        expect(prepared.gas * 5n >= amount * 6n && (prepared.gas - 1n) * 5n < amount * 6n).toBe(
          true,
        )
        expect(prepared.cost).toBe(needed)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
