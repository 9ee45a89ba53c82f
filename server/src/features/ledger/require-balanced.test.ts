import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import { assetName, manualUsd } from './asset-name.js'
import type { Account, Entry } from './entry.js'
import { requireBalanced } from './require-balanced.js'

const token = assetName({ chainId: 1, token: knownAddress(`0x${'1'.repeat(40)}`) })
const line = (account: Account, units: bigint, usd: bigint, asset: Entry['asset'] = manualUsd) => ({
  account,
  asset,
  units: baseUnits(units),
  usdMicros: micros(usd),
})

describe('requireBalanced', () => {
  test('default', () => {
    const entries = [line('manual', 5n, 7n), line('sales', -2n, -7n), line('sales', -3n, 0n)]
    expect(() => requireBalanced(entries)).not.toThrow()
  })

  test.each([
    ['nothing', [], 'needs entries'],
    ['an entry of nothing', [line('manual', 0n, 0n)], 'says nothing'],
    ['units', [line('manual', 5n, 7n), line('sales', -4n, -7n)], 'off by 1 units and 0 micros'],
    ['dollars', [line('manual', 5n, 7n), line('sales', -5n, -8n)], 'off by 0 units and -1 micros'],
    [
      'one asset against another',
      [line('manual', 5n, 7n), line('sales', -5n, -7n, token)],
      'off by 5 units and 7 micros of USD',
    ],
  ])('error: %s', (_name, entries, message) => {
    expect(() => requireBalanced(entries)).toThrow(message)
  })
})
