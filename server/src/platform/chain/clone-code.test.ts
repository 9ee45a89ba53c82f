import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Hex } from './chain.js'
import { cloneCode, cloneInitCode, readCloneArgs } from './clone-code.js'

const implementation = aWallet()
const anyArgs = fc
  .uint8Array({ maxLength: 400 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

describe('cloneInitCode', () => {
  test('default: returns the code after its first ten bytes', () => {
    fc.assert(
      fc.property(anyArgs, (args) => {
        const init = Buffer.from(cloneInitCode({ implementation, args }).slice(2), 'hex')
        const code = Buffer.from(cloneCode({ implementation, args }).slice(2), 'hex')
        // PUSH2 size DUP1 PUSH1 10 PUSH0 CODECOPY PUSH0 RETURN
        expect(init.subarray(0, 10).toString('hex')).toMatch(/^61.{4}80600a5f395ff3$/)
        expect(init.readUInt16BE(1)).toBe(code.length)
        expect(init.subarray(10)).toEqual(code)
        expect(code.length).toBe(50 + (args.length - 2) / 2)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('readCloneArgs', () => {
  test('default: reads back the arguments', () => {
    fc.assert(
      fc.property(anyArgs, (args) => {
        const code = cloneCode({ implementation, args })
        expect(readCloneArgs(code, implementation)).toBe(args)
        const upper = `0x${code.slice(2).toUpperCase()}` as const
        expect(readCloneArgs(upper, implementation)).toBe(args)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('error: returns null for a clone of another implementation', () => {
    expect(readCloneArgs(cloneCode({ implementation, args: '0x' }), aWallet())).toBeNull()
  })

  test('property: returns null when one byte differs', () => {
    const code = cloneCode({ implementation, args: '0x' })
    fc.assert(
      fc.property(fc.nat(49), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(code.slice(2), 'hex')
        bytes[at] = (bytes[at] ?? 0) ^ change
        expect(readCloneArgs(`0x${bytes.toString('hex')}`, implementation)).toBeNull()
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test.each(['0x', '0x00', '0xef0100'] as const)('error: returns null for %s', (code) => {
    expect(readCloneArgs(code, implementation)).toBeNull()
  })
})
