import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../lib/hex.js'
import { settlementTokenOf } from './settlement-token.js'

describe('settlementTokenOf', () => {
  test.each([
    [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [84532, '0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
  ])('default: chain %i', (chainId, address) => {
    expect(settlementTokenOf(chainId)).toEqual({ symbol: 'USDC', decimals: 6, address, chainId })
  })

  test.each([8453, 84532])('behavior: the address on %i has its checksum', (chainId) => {
    expect(parseAddress(settlementTokenOf(chainId).address ?? '')).not.toBeNull()
  })

  test.each([1, 0, -1, 31_337])('behavior: none is known on %i', (chainId) => {
    expect(settlementTokenOf(chainId)).toMatchObject({ address: null, chainId })
  })
})
