import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { HOUR_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import { defaultSettings } from '../shop/default-settings.js'
import { holdUntil } from './hold-paid-stock.js'

const settings = defaultSettings(testConfig())
const now = unixMs(1_000)

describe('holdUntil', () => {
  test('default: holds for an hour', () => {
    expect(holdUntil(settings, now)).toBe(now + HOUR_MS)
  })

  test('behavior: holds until the receipt expires', () => {
    const payments = { ...settings.payments, expiryMinutes: 5 }
    expect(holdUntil({ ...settings, payments }, now)).toBe(now + 5 * MINUTE_MS)
  })
})
