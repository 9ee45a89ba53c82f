import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeWords } from './encode-words.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address owner)',
])
const anAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
const anAmount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('encodeWords', () => {
  test('default', () => {
    expect(encodeWords(['0xff', 1n])).toBe(`${'0'.repeat(62)}ff${'0'.repeat(63)}1`)
  })

  test('property: encodes as viem does', () => {
    fc.assert(
      fc.property(anAddress, anAmount, (to, amount) => {
        const data = `0xa9059cbb${encodeWords([to, amount])}` as Hex
        const args = [getAddress(to), amount] as const
        expect(decodeFunctionData({ abi, data })).toEqual({
          functionName: 'transfer',
          args,
        })
        expect(data).toBe(encodeFunctionData({ abi, functionName: 'transfer', args }))

        const balanceCall = `0x70a08231${encodeWords([to])}` as Hex
        expect(decodeFunctionData({ abi, data: balanceCall })).toEqual({
          functionName: 'balanceOf',
          args: [getAddress(to)],
        })
      }),
      { numRuns: 100 },
    )
  })
})
