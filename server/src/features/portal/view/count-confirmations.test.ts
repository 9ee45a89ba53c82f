import { describe, expect, test } from 'vitest'
import { countConfirmations, isWaitingForSafe } from './count-confirmations.js'

const chainId = 8_453
const at = (blockNumber: bigint, fields = {}) => ({
  chainId,
  blockNumber,
  state: 'seen' as const,
  mismatch: null,
  ...fields,
})

describe('countConfirmations', () => {
  test.each([
    [10n, 1],
    [11n, 2],
    [13n, 4],
    [14n, 5],
    [1_000n, 5],
    [9n, 0],
  ])('default: with the head at %s returns %s of 5', (head, have) => {
    expect(countConfirmations([at(10n)], { head, chainId, need: 5 })).toBe(have)
  })

  test('behavior: counts the newest payment', () => {
    const payments = [at(10n), at(12n), at(8n)]
    expect(countConfirmations(payments, { head: 13n, chainId, need: 5 })).toBe(2)
  })

  test('behavior: returns 0 without a payment that counts or an indexed block', () => {
    const wrong = [
      at(10n, { state: 'orphaned' }),
      at(10n, { mismatch: 'wrong_token' }),
      at(10n, { chainId: 1 }),
    ]
    expect(countConfirmations([], { head: 13n, chainId, need: 5 })).toBe(0)
    expect(countConfirmations(wrong, { head: 13n, chainId, need: 5 })).toBe(0)
    expect(countConfirmations([at(10n)], { head: null, chainId, need: 5 })).toBe(0)
  })
})

describe('isWaitingForSafe', () => {
  test.each([
    [null, true],
    [11n, true],
    [12n, false],
  ])('default: with the safe block %s returns %s', (safe, expected) => {
    expect(isWaitingForSafe([at(10n), at(12n)], { safe, chainId })).toBe(expected)
  })

  test('behavior: nothing waits without a payment', () => {
    expect(isWaitingForSafe([], { safe: 0n, chainId })).toBe(false)
  })
})
