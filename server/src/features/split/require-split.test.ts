import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { unixMs } from '../../lib/time.js'
import { requireSplit } from './require-split.js'
import type { Split } from './split.js'

const split: Split = {
  merchant: aWallet(),
  installationId: null,
  version: 1,
  address: aWallet(),
  chainId: 84532,
  recipients: [],
  isRegistered: false,
  createdAt: unixMs(0),
  createdBy: null,
}

describe('requireSplit', () => {
  test('default', () => {
    expect(requireSplit(split)).toBe(split)
  })

  test('error: requires a split', () => {
    expect(() => requireSplit(null)).toThrow(expect.objectContaining({ code: 'split_required' }))
  })
})
