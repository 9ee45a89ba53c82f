import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import { assetName, manualUsd } from '../../platform/chain/assets/asset-name.js'
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
    ['no entries', [], 'needs entries'],
    ['an entry of zero', [line('manual', 0n, 0n)], 'entry of zero'],
    [
      'unbalanced units',
      [line('manual', 5n, 7n), line('sales', -4n, -7n)],
      'out of balance by 1 units and 0 micros',
    ],
    [
      'unbalanced dollars',
      [line('manual', 5n, 7n), line('sales', -5n, -8n)],
      'out of balance by 0 units and -1 micros',
    ],
    [
      'one asset against another',
      [line('manual', 5n, 7n), line('sales', -5n, -7n, token)],
      'out of balance by 5 units and 7 micros of USD',
    ],
  ])('error: refuses %s', (_name, entries, message) => {
    expect(() => requireBalanced(entries)).toThrow(message)
  })
})
