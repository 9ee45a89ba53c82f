import fc from 'fast-check'
import { encodeAbiParameters, hashDomain, hashTypedData, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import {
  chargeKeyOf,
  encodeDomain,
  permissionHashOf,
  type SpendPermission,
} from './permission-hash.js'

const types = {
  SpendPermission: [
    { name: 'account', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'allowance', type: 'uint160' },
    { name: 'period', type: 'uint48' },
    { name: 'start', type: 'uint48' },
    { name: 'end', type: 'uint48' },
    { name: 'salt', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const

type Place = Parameters<typeof permissionHashOf>[0]

/** The same by an independent library. */
function viemHash({ chainId, manager }: Place, message: SpendPermission): Hex {
  return hashTypedData({
    domain: {
      name: 'Spend Permission Manager',
      version: '1',
      chainId,
      verifyingContract: manager,
    },
    types,
    primaryType: 'SpendPermission',
    message,
  })
}

const uint48 = fc.nat({ max: 2 ** 48 - 1 })
const aPermission = (other: Partial<SpendPermission> = {}): SpendPermission => ({
  account: aWallet(),
  spender: aWallet(),
  token: aWallet(),
  allowance: 10_000_000n,
  period: 2_592_000,
  start: 1_760_000_000,
  end: 1_860_000_000,
  salt: 1n,
  extraData: '0x',
  ...other,
})

describe('permissionHashOf', () => {
  test('default', () => {
    const place = { chainId: 8_453, manager: aWallet() }
    const permission = aPermission()
    expect(permissionHashOf(place, permission)).toBe(viemHash(place, permission))
  })

  test('property: matches viem', () => {
    const fields = fc.record({
      allowance: fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }),
      period: uint48,
      start: uint48,
      end: uint48,
      salt: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      extraData: fc
        .uint8Array({ maxLength: 100 })
        .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
    })
    fc.assert(
      fc.property(fields, fc.nat(2 ** 31), (permissionFields, chainId) => {
        const place = { chainId, manager: aWallet() }
        const permission = aPermission(permissionFields)
        expect(permissionHashOf(place, permission)).toBe(viemHash(place, permission))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('behavior: differs by chain, manager and every field', () => {
    const place = { chainId: 8_453, manager: aWallet() }
    const permission = aPermission()
    const changes: Partial<SpendPermission>[] = [
      { account: aWallet() },
      { spender: aWallet() },
      { token: aWallet() },
      { allowance: 1n },
      { period: 1 },
      { start: 1 },
      { end: 1 },
      { salt: 2n },
      { extraData: '0x00' },
    ]
    const hashes = [
      permissionHashOf(place, permission),
      permissionHashOf({ ...place, chainId: 1 }, permission),
      permissionHashOf({ ...place, manager: aWallet() }, permission),
      ...changes.map((change) => permissionHashOf(place, { ...permission, ...change })),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

const permissionHash = parseHash(`0x${'ab'.repeat(32)}`) as Hash

describe('chargeKeyOf', () => {
  test('default: hashes the ABI encoding', () => {
    const parameters = [{ type: 'bytes32' }, { type: 'uint48' }] as const
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), (periodStart) => {
        const encoded = encodeAbiParameters(parameters, [permissionHash, periodStart])
        expect(chargeKeyOf({ permissionHash, periodStart })).toBe(keccak256(encoded))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('behavior: differs by permission and period', () => {
    const other = parseHash(`0x${'cd'.repeat(32)}`) as Hash
    const keys = [
      chargeKeyOf({ permissionHash, periodStart: 1 }),
      chargeKeyOf({ permissionHash, periodStart: 2 }),
      chargeKeyOf({ permissionHash: other, periodStart: 1 }),
    ]
    expect(new Set(keys).size).toBe(3)
  })
})

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
