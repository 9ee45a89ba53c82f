import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../../lib/hex.js'
import { findToken } from '../tokens.js'
import { assetName, describeAsset, manualUsd, parseAssetName } from './asset-name.js'

const token = knownAddress(`0x${'ab'.repeat(20)}`)

describe('assetName', () => {
  test('default', () => {
    expect(assetName({ chainId: 8453, token })).toBe(`eip155:8453/${token}`)
  })

  test('property: parses back to the same token', () => {
    const digits = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(fc.integer({ min: 1 }), digits, (chainId, text) => {
        const input = { chainId, token: knownAddress(`0x${text}`) }
        expect(parseAssetName(assetName(input))).toEqual(input)
      }),
      { numRuns: 200 },
    )
  })
})

describe('parseAssetName', () => {
  test.each([
    manualUsd,
    '',
    `eip155:0/${token}`,
    `eip155:1/${token}0`,
    `eip155:1/${token.toUpperCase()}`,
    `x:1/${token}`,
  ])('error: returns null for %j', (name) => {
    expect(parseAssetName(name)).toBe(null)
  })
})

describe('describeAsset', () => {
  test('default', () => {
    const usdc = findToken(84532, 'USDC')
    if (!usdc) throw new Error('the chain has no USDC')
    const name = assetName({ chainId: 84532, token: usdc.address })
    expect(describeAsset(name)).toEqual({ symbol: 'USDC', decimals: 6 })
  })

  test('behavior: describes the native token, manual dollars and unknown tokens', () => {
    const native = knownAddress(`0x${'0'.repeat(40)}`)
    expect(describeAsset(assetName({ chainId: 1, token: native }))).toEqual({
      symbol: 'ETH',
      decimals: 18,
    })
    expect(describeAsset(manualUsd)).toEqual({ symbol: 'USD', decimals: 2 })
    expect(describeAsset(assetName({ chainId: 8453, token }))).toEqual({
      symbol: null,
      decimals: 0,
    })
  })
})
