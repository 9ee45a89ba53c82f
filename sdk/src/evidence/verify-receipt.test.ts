import { describe, expect, test } from 'vitest'
import {
  baseUrl,
  document,
  offer,
  receipt,
  responseWith,
  signFields,
  toHeader,
} from '../../test/sign-evidence.js'
import { type ReceiptInput, verifyReceipt } from './verify-receipt.js'

const { version: _, ...verified } = receipt
const codeOf = (input: Partial<ReceiptInput>) =>
  verifyReceipt({ paymentResponse: responseWith(), baseUrl, document, ...input }).then(
    () => 'verified',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe('verifyReceipt', () => {
  test('default', async () => {
    const paymentResponse = responseWith()
    expect(await verifyReceipt({ paymentResponse, baseUrl, document })).toEqual(verified)
  })

  test('behavior: ignores the case of addresses', async () => {
    const payer = receipt.payer.toLowerCase()
    expect(await codeOf({ paymentResponse: responseWith(undefined, { payer }) })).toBe('verified')
  })

  test.each(['network', 'payer', 'transaction'])(
    'error: terms_changed when %s of the header differs',
    async (name) => {
      const paymentResponse = responseWith(undefined, { [name]: 'another' })
      expect(await codeOf({ paymentResponse })).toBe('terms_changed')
    },
  )

  test.each([false, undefined, 'true'])(
    'error: terms_changed when success is %s',
    async (success) => {
      const paymentResponse = responseWith(undefined, { success })
      expect(await codeOf({ paymentResponse })).toBe('terms_changed')
    },
  )

  test('error: signature_wrong when the signed text was changed', async () => {
    const [header, , signature] = signFields(receipt).split('.')
    const payload = Buffer.from(JSON.stringify({ ...receipt, receiptId: 'R-2' }))
    const forged = `${header}.${payload.toString('base64url')}.${signature}`
    expect(await codeOf({ paymentResponse: responseWith(forged) })).toBe('signature_wrong')
  })

  test('error: unknown_shape for a signed offer', async () => {
    const paymentResponse = responseWith(signFields(offer))
    expect(await codeOf({ paymentResponse })).toBe('unknown_shape')
  })

  test.each([
    [null, 'header_malformed'],
    [toHeader({ success: true }), 'signature_missing'],
  ])('error: rejects %s', async (paymentResponse, code) => {
    expect(await codeOf({ paymentResponse })).toBe(code)
  })
})
