import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../test/fixtures/factories.js'
import { isLinkSignature, signLink } from './link-signature.js'

const secret = randomBytes(32)
const receipt = { merchant: aWallet(), receiptId: 'INV-1042' }

describe('signLink', () => {
  test('default: returns 128 bits, the same for the same receipt', () => {
    const signature = signLink(secret, receipt)
    expect(signature).toMatch(/^[\w-]{22}$/)
    expect(signLink(secret, receipt)).toBe(signature)
    expect(isLinkSignature(secret, { ...receipt, signature })).toBe(true)
  })

  test('property: differs for every receipt, merchant and secret', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), (receiptId) => {
        const ref = { merchant: receipt.merchant, receiptId }
        const signature = signLink(secret, ref)
        const longer = { ...ref, receiptId: `${receiptId}0` }
        expect(isLinkSignature(secret, { ...longer, signature })).toBe(false)
        expect(isLinkSignature(secret, { ...ref, merchant: aWallet(), signature })).toBe(false)
        expect(isLinkSignature(randomBytes(32), { ...ref, signature })).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('error: rejects any other text', () => {
    const signature = signLink(secret, receipt)
    const texts = [
      '',
      signature.slice(1),
      `${signature}=`,
      `${signature}A`,
      signature.toLowerCase(),
    ]
    for (const text of texts) {
      expect(isLinkSignature(secret, { ...receipt, signature: text })).toBe(false)
    }
  })
})
