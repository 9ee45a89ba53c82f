import { describe, expect, test } from 'vitest'
import { senderRules } from './sender-rules.js'

const base = { mode: 'live', chainId: 8453, confirmations: undefined, maxFeePerGas: 5n } as const

describe('senderRules', () => {
  test('default', () => {
    expect(senderRules(base)).toMatchObject({
      confirmations: 5,
      bumpAfterMs: 30_000,
      maxBumps: 5,
      pollMs: 1_000,
    })
  })

  test('behavior: needs one confirmation on a test chain and polls faster in a sandbox', () => {
    expect(senderRules({ ...base, chainId: 84_532 })).toMatchObject({ confirmations: 1 })
    expect(senderRules({ ...base, mode: 'sandbox' })).toMatchObject({ pollMs: 250 })
  })

  test('behavior: uses configured confirmations', () => {
    expect(senderRules({ ...base, confirmations: 12 })).toMatchObject({ confirmations: 12 })
  })
})
