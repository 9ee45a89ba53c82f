import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { HOUR_MS, unixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { explainWait } from './waiting-reason.js'

const now = 1_000 * HOUR_MS

const aHolding = (fields: object = {}) => ({
  place: 'split' as const,
  payoutAddress: parseAddress(`0x${'1'.repeat(40)}`) ?? nativeToken,
  token: nativeToken,
  units: baseUnits(5_000_000n),
  usdMicros: micros(5_000_000n),
  addresses: 0,
  since: unixMs(now - HOUR_MS),
  isConfirmed: true,
  isSending: false,
  failures: 0,
  retryAt: unixMs(0),
  ...fields,
})

const terms = {
  now,
  withinHours: 24,
  isAutomatic: true,
  minMicros: 20_000_000n,
  dustMicros: 10_000n,
}

describe('explainWait', () => {
  test('default: less than the minimum waits until the oldest part has waited long enough', () => {
    expect(explainWait(aHolding(), terms)).toEqual({
      reason: 'below_minimum',
      at: now + 23 * HOUR_MS,
    })
  })

  test.each([
    ['due', { usdMicros: micros(20_000_000n) }, now],
    ['due', { since: unixMs(now - 24 * HOUR_MS) }, now],
    ['confirming', { usdMicros: micros(20_000_000n), isConfirmed: false }, now],
    ['too_small', { usdMicros: micros(9_999n) }, null],
    ['no_rate', { usdMicros: null }, null],
    ['sending', { isSending: true, usdMicros: null }, now],
    ['no_gas', { retryAt: unixMs(now + 1) }, now + 1],
    ['failed', { retryAt: unixMs(now + 1), failures: 2 }, now + 1],
  ])('behavior: %s', (reason, fields, at) => {
    expect(explainWait(aHolding(fields), terms)).toEqual({ reason, at })
  })

  test('behavior: without a key of the service nothing moves by itself', () => {
    const wait = explainWait(aHolding({ isSending: true }), { ...terms, isAutomatic: false })
    expect(wait).toEqual({ reason: 'manual', at: null })
  })
})
