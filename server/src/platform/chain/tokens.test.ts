import { describe, expect, test } from 'vitest'
import { checksumAddress } from '../../lib/hex.js'
import { findToken, listTokens, tokenSymbols } from './tokens.js'

describe('listTokens', () => {
  test('default', () => {
    const shown = listTokens(8_453).map(({ symbol, address }) => [symbol, checksumAddress(address)])
    expect(shown).toEqual([
      ['USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
      ['USDT', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'],
      ['EURC', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'],
    ])
  })

  test.each([8_453, 84_532])('behavior: lists each token of chain %d once', (chainId) => {
    const tokens = listTokens(chainId)
    expect(tokens.map(({ symbol }) => symbol)).toEqual(tokenSymbols)
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokenSymbols.length)
  })

  test('behavior: returns none on an unknown chain', () => {
    expect(listTokens(1)).toEqual([])
  })
})

describe('findToken', () => {
  test('default', () => {
    expect(findToken(84_532, 'USDC')).toEqual({
      symbol: 'USDC',
      address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
      decimals: 6,
      domain: { name: 'USDC', version: '2' },
    })
  })

  test('behavior: a token without signatures has no domain', () => {
    expect(findToken(8_453, 'USDT')?.domain).toBeNull()
  })

  test('behavior: returns none on an unknown chain', () => {
    expect(findToken(1, 'USDC')).toBeNull()
  })
})
