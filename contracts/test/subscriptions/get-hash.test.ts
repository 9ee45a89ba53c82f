import fc from 'fast-check'
import { type Address, bytesToHex, maxUint160, maxUint256 } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture } from './fixture.js'
import { hashPermission, type Permission } from './permission.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

const getHash = (permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName: 'getHash', args: [permission] })

const anAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => bytesToHex(bytes))
const uint48 = fc.nat({ max: 2 ** 48 - 1 })
const anyPermission: fc.Arbitrary<Permission> = fc.record({
  account: anAddress,
  spender: anAddress,
  token: anAddress,
  allowance: fc.bigInt({ min: 0n, max: maxUint160 }),
  period: uint48,
  start: uint48,
  end: uint48,
  salt: fc.bigInt({ min: 0n, max: maxUint256 }),
  extraData: fc.uint8Array({ maxLength: 100 }).map((bytes) => bytesToHex(bytes)),
})

describe('getHash', () => {
  test('default', async () => {
    const permission = fixture.aPermission()
    expect(await getHash(permission)).toBe(hashPermission(fixture.domain, permission))
  })

  test('property: matches viem for any permission', async () => {
    const property = fc.asyncProperty(anyPermission, async (permission) => {
      expect(await getHash(permission)).toBe(hashPermission(fixture.domain, permission))
    })
    await fc.assert(property, { seed: 1, numRuns: 30 })
  })

  test('behavior: has the type hash of the deployed manager of Coinbase', async () => {
    const { chain, manager } = fixture
    expect(await chain.read({ ...manager, functionName: 'SPEND_PERMISSION_TYPEHASH' })).toBe(
      '0xc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e4',
    )
  })
})
