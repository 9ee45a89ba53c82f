import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walletError } from '../../test/fixtures/wallet.js'
import { readRefusal } from './read-refusal.js'

const unknown = 'Your wallet did not do it. Please try again.'

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
    ['a library', walletError('ACTION_REJECTED')],
    ['a phone', walletError(-32603, 'Internal', { data: { originalError: { code: 4001 } } })],
    ['no error at all', { code: 4001 }],
  ])('behavior: the buyer said no, by %s', (_name, error) => {
    expect(readRefusal(error)).toEqual({ kind: 'rejected' })
  })

  test('behavior: only the first line, and not all of a long one', () => {
    const { message } = readRefusal(new Error(` ${'a'.repeat(500)}\nat wallet.js`)) as {
      message: string
    }
    expect(message).toBe('a'.repeat(160))
    expect(readRefusal(new Error('Too low\nRequest: {}'))).toMatchObject({ message: 'Too low' })
  })

  test.each([[undefined], [null], [''], [' \n'], [{}], [{ message: {} }], [new Error()], [7]])(
    'behavior: %j says nothing',
    (error) => {
      expect(readRefusal(error)).toEqual({ kind: 'failed', message: unknown })
    },
  )

  test('behavior: whatever was thrown, there is something to show', () => {
    fc.assert(
      fc.property(fc.anything(), (error) => {
        const refusal = readRefusal(error)
        if (refusal.kind !== 'failed') return
        expect(refusal.message).toMatch(/^[^\n]{1,160}$/)
      }),
      { numRuns: 300 },
    )
  })
})
