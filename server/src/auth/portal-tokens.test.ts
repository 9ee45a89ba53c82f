import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../test/fixtures/factories.js'
import { testConfig } from '../../test/test-config.js'
import { createPortalTokens } from './portal-tokens.js'

const config = testConfig()
const tokens = createPortalTokens(config)
const receipt = { merchant: aWallet(), receiptId: 'INV-2026-0042', isLimited: false }

describe('createPortalTokens', () => {
  test('default', () => {
    const token = tokens.write(receipt)
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(tokens.read(token)).toEqual(receipt)
    expect(tokens.write(receipt)).toBe(token)
  })

  test('behavior: reads back every id with its merchant', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 }), (receiptId) => {
        const merchant = aWallet()
        const page = { merchant, receiptId, isLimited: receiptId.length % 2 === 0 }
        const token = tokens.write(page)
        expect(tokens.read(token)).toEqual(page)
        expect(tokens.write({ ...receipt, receiptId })).not.toBe(token)
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: the token of a limited page does not become a full one', () => {
    const limited = { ...receipt, isLimited: true }
    const [name, seal] = tokens.write(limited).split('.')
    expect(tokens.write(receipt)).toContain(`${name}.`)
    expect(tokens.write(receipt)).not.toContain(seal)
    expect(tokens.read(`${name}.${seal}`)).toEqual(limited)
  })

  test('behavior: accepts the previous secret but no other', () => {
    const renewed = { ...config, jwtSecret: 'n'.repeat(64) }
    const token = tokens.write(receipt)
    const rotated = createPortalTokens({ ...renewed, jwtPreviousSecret: config.jwtSecret })
    expect(rotated.read(token)).toEqual(receipt)
    expect(rotated.write(receipt)).not.toBe(token)
    expect(createPortalTokens(renewed).read(token)).toBeNull()
  })

  test('error: rejects any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(tokens.read(text)).toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  test('error: rejects a token with one letter changed', () => {
    const token = tokens.write(receipt)
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'z', '0', '-', '.', '='),
        (at, letter) => {
          fc.pre(token[at] !== letter)
          expect(tokens.read(token.slice(0, at) + letter + token.slice(at + 1))).toBeNull()
        },
      ),
      { numRuns: 300 },
    )
  })

  test('error: rejects the signature of another receipt', () => {
    const [name] = tokens.write({ ...receipt, receiptId: 'other' }).split('.')
    const [, seal] = tokens.write(receipt).split('.')
    expect(tokens.read(`${name}.${seal}`)).toBeNull()
    expect(tokens.read(`${name}.`)).toBeNull()
    expect(tokens.read('.')).toBeNull()
  })
})
