import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Hex } from './chain.js'
import { permissionHashOf, type SpendPermission } from './permission-hash.js'

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
      fc.property(fields, fc.nat(2 ** 31), (some, chainId) => {
        const place = { chainId, manager: aWallet() }
        const permission = aPermission(some)
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
