import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preparePlanned } from './prepare-planned.js'

const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const succeeds = { kind: 'succeeds' } as const
const gas = 25_200n
const ether = 10n ** 18n

describe('preparePlanned', () => {
  test('default', () => {
    expect(
      preparePlanned({ value: 7n, gas }, { simulation: succeeds, fees, freeWei: ether }),
    ).toEqual({ kind: 'ready', cost: 252_007n })
  })

  test.each([
    ['the value', 2n * ether, 'up to 2.000000000000252 ether and has 1 available'],
    ['value and gas together', ether, 'up to 1.000000000000252 ether and has 1 available'],
  ])('error: is unfunded when %s exceeds the funds', (_name, value, message) => {
    const prepared = preparePlanned({ value, gas }, { simulation: succeeds, fees, freeWei: ether })
    expect(prepared).toEqual({ kind: 'unfunded', error: `The signer needs ${message}` })
  })

  test('behavior: shows negative funds as zero', () => {
    const prepared = preparePlanned(
      { value: 0n, gas },
      { simulation: succeeds, fees, freeWei: -5n },
    )
    expect(prepared).toMatchObject({
      error: 'The signer needs up to 0.000000000000252 ether and has 0 available',
    })
  })

  test("error: returns the node's reason, unless funds are insufficient", () => {
    const reverts = { kind: 'reverts', reason: 'no' } as const
    const unknown = { kind: 'unknown', reason: 'busy' } as const
    const prepare = (simulation: typeof reverts | typeof unknown, freeWei: bigint) =>
      preparePlanned({ value: 1n, gas }, { simulation, fees, freeWei })
    expect(prepare(reverts, ether)).toEqual({ kind: 'reverts', error: 'no' })
    expect(prepare(reverts, 0n)).toMatchObject({ kind: 'unfunded' })
    expect(prepare(unknown, ether)).toEqual({
      kind: 'unknown',
      error: 'It could not be simulated: busy',
    })
  })

  test('property: never exceeds the funds', () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
    fc.assert(
      fc.property(wei, wei, fc.bigInt({ min: 1n, max: 30_000_000n }), (value, freeWei, limit) => {
        const prepared = preparePlanned(
          { value, gas: limit },
          { simulation: succeeds, fees, freeWei },
        )
        const needed = value + limit * fees.maxFeePerGas
        expect(prepared.kind).toBe(needed > freeWei ? 'unfunded' : 'ready')
        if (prepared.kind === 'ready') expect(prepared.cost).toBe(needed)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
