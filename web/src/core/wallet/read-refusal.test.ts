import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walletError } from '../../../test/fixtures/wallet.js'
import { hasCode, readPaymentRefusal, readRefusal } from './read-refusal.js'

describe('readRefusal', () => {
  test('default', () => {
    expect(readRefusal(walletError(-32000, 'nonce too low'))).toEqual({
      kind: 'failed',
      message: 'nonce too low',
    })
  })

  test.each([
    ['EIP-1193', walletError(4001)],
    ['WalletConnect', walletError(5000)],
    ['ethers', walletError('ACTION_REJECTED')],
    [
      'a phone wallet',
      walletError(-32603, 'Internal', { data: { originalError: { code: 4001 } } }),
    ],
    ['a plain object', { code: 4001 }],
  ])('behavior: returns rejected for the code of %s', (_name, error) => {
    expect(readRefusal(error)).toEqual({ kind: 'rejected' })
  })

  test('behavior: keeps 160 characters of the first line', () => {
    const { message } = readRefusal(new Error(` ${'a'.repeat(500)}\nat wallet.js`)) as {
      message: string
    }
    expect(message).toBe('a'.repeat(160))
    expect(readRefusal(new Error('Too low\nRequest: {}'))).toMatchObject({ message: 'Too low' })
  })

  test.each([[undefined], [null], [''], [' \n'], [{}], [{ message: {} }], [new Error()], [7]])(
    'behavior: %j has no message',
    (error) => {
      expect(readRefusal(error)).toEqual({ kind: 'failed', message: null })
    },
  )

  test('property: a message has one line', () => {
    fc.assert(
      fc.property(fc.anything(), (error) => {
        const refusal = readRefusal(error)
        if (refusal.kind !== 'failed' || refusal.message === null) return
        expect(refusal.message).toMatch(/^[^\n]{1,160}$/)
      }),
      { numRuns: 300 },
    )
  })
})

describe('readPaymentRefusal', () => {
  test.each([
    ['ethers', walletError('INSUFFICIENT_FUNDS', 'missing')],
    ['a node', walletError(-32000, 'insufficient funds for gas * price + value')],
    ['a node that estimates the gas', walletError(-32000, 'gas required exceeds allowance (0)')],
    ['a token', walletError(3, 'execution reverted: ERC20: transfer amount exceeds balance')],
    ['a current token', walletError(3, 'execution reverted: ERC20InsufficientBalance')],
    [
      'a wallet that wraps the error of its node',
      walletError(-32603, 'Internal', {
        data: { originalError: { message: 'Insufficient funds' } },
      }),
    ],
  ])('behavior: recognizes the low balance that %s reports', (_name, error) => {
    expect(readPaymentRefusal(error)).toEqual({ kind: 'insufficient_funds', of: 'either' })
  })

  test('behavior: classifies every other error as any request does', () => {
    expect(readPaymentRefusal(walletError(4001, 'insufficient funds'))).toEqual({
      kind: 'rejected',
    })
    for (const error of [walletError(-32000, 'nonce too low'), undefined, { data: null }]) {
      expect(readPaymentRefusal(error)).toEqual(readRefusal(error))
    }
  })
})

describe('hasCode', () => {
  test('default', () => {
    expect(hasCode(walletError(4902), [4001, 4902])).toBe(true)
    expect(hasCode(walletError(4900), [4001, 4902])).toBe(false)
  })

  test.each([
    ['a plain object', { code: 4902 }],
    ['the original error', { code: -32603, data: { originalError: { code: 4902 } } }],
  ])('behavior: finds the code in %s', (_name, error) => {
    expect(hasCode(error, [4902])).toBe(true)
  })

  test.each([
    [undefined],
    [null],
    ['4902'],
    [4902],
    [{}],
    [{ code: null, data: null }],
    [{ data: '4902' }],
    [{ data: { originalError: null } }],
    [{ message: 'error 4902' }],
    [{ code: '4902' }],
    [{ code: Object.create(null) }],
  ])('behavior: finds no code in %j', (error) => {
    expect(hasCode(error, [4902])).toBe(false)
  })
})
