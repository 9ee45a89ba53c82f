import fc from 'fast-check'
import { hashDomain } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { encodeDomain } from './encode-domain.js'

/** The same by an independent library. */
function viemDomain(domain: Parameters<typeof encodeDomain>[0]) {
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
  } as const
  return hashDomain({ domain: { ...domain, chainId: BigInt(domain.chainId) }, types })
}

describe('encodeDomain', () => {
  test('default: matches the contract of USDC on Base', () => {
    const verifyingContract = parseAddress('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') as Address
    const domain = { name: 'USD Coin', version: '2', chainId: 8_453, verifyingContract }
    expect(encodeDomain(domain)).toBe(
      '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
    )
  })

  test('property: matches viem', () => {
    const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))
    const names = fc.tuple(anyText, fc.string(), fc.nat(2 ** 31))
    fc.assert(
      fc.property(names, ([text, version, chainId]) => {
        const name = text.toWellFormed()
        const domain = { name, version, chainId, verifyingContract: aWallet() }
        expect(encodeDomain(domain)).toBe(viemDomain(domain))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test.each([
    ['name', { name: 'USDC' }],
    ['version', { version: '1' }],
    ['chain', { chainId: 1 }],
    ['contract', { verifyingContract: aWallet() }],
  ])('behavior: another %s gives another domain', (_, change) => {
    const domain = { name: 'EURC', version: '2', chainId: 8_453, verifyingContract: aWallet() }
    expect(encodeDomain({ ...domain, ...change })).not.toBe(encodeDomain(domain))
  })
})
