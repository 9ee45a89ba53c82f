import { describe, expect, test } from 'vitest'
import { walletError } from '../../test/fixtures/wallet.js'
import { hasCode } from './has-code.js'

describe('hasCode', () => {
  test('default', () => {
    expect(hasCode(walletError(4902), [4001, 4902])).toBe(true)
    expect(hasCode(walletError(4900), [4001, 4902])).toBe(false)
  })

  test.each([
    ['as the only thing', { code: 4902 }],
    ['in the original error', { code: -32603, data: { originalError: { code: 4902 } } }],
  ])('behavior: %s', (_name, error) => {
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
  ])('behavior: none in %j', (error) => {
    expect(hasCode(error, [4902])).toBe(false)
  })
})
