import { zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, start, subscriber, thirdParty } from './fixture.js'
import { hashPermission, type Permission } from './permission.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const send = (functionName: string, permission: Permission, from = subscriber) =>
  fixture.chain.send({ ...fixture.manager, from, functionName, args: [permission] })
const read = (functionName: string, permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName, args: [permission] })

describe('approve', () => {
  test('default', async () => {
    const permission = fixture.aPermission()
    const { returned, logs } = await send('approve', permission)
    expect(returned).toBe(true)
    expect(logs).toMatchObject([
      {
        eventName: 'SpendPermissionApproved',
        args: { hash: hashPermission(fixture.domain, permission), spendPermission: permission },
      },
    ])
    expect(await read('isApproved', permission)).toBe(true)
    expect(await read('isValid', permission)).toBe(true)
    expect(await read('isRevoked', permission)).toBe(false)
  })

  test('behavior: a second approval changes nothing', async () => {
    const permission = fixture.aPermission()
    await send('approve', permission)
    expect(await send('approve', permission)).toMatchObject({ returned: true, logs: [] })
  })

  test('behavior: approves only the permission with exactly these fields', async () => {
    await send('approve', fixture.aPermission())
    expect(await read('isApproved', fixture.aPermission({ salt: 2n }))).toBe(false)
  })

  test('behavior: returns false for a revoked permission', async () => {
    const permission = fixture.aPermission()
    await send('revoke', permission)
    expect(await send('approve', permission)).toMatchObject({ returned: false, logs: [] })
    expect(await read('isApproved', permission)).toBe(false)
  })

  test('error: only the account may approve', async () => {
    const { failure } = await send('approve', fixture.aPermission(), thirdParty)
    expect(failure).toMatchObject({ name: 'InvalidSender', args: [thirdParty, subscriber] })
  })

  test.each<[string, Partial<Permission>]>([
    ['ZeroToken', { token: zeroAddress }],
    ['ZeroSpender', { spender: zeroAddress }],
    ['ZeroPeriod', { period: 0 }],
    ['ZeroAllowance', { allowance: 0n }],
    ['InvalidStartEnd', { end: start }],
  ])('error: %s', async (name, change) => {
    const { failure } = await send('approve', fixture.aPermission(change))
    expect(failure?.name).toBe(name)
  })

  test('error: refuses an ERC-721', async () => {
    const nft = await fixture.chain.deploy('TestNft')
    const { failure } = await send('approve', fixture.aPermission({ token: nft.to }))
    expect(failure).toMatchObject({ name: 'ERC721TokenNotSupported', args: [nft.to] })
  })
})

describe('revoke', () => {
  test('default', async () => {
    const permission = fixture.aPermission()
    await send('approve', permission)
    const { logs } = await send('revoke', permission)
    expect(logs).toMatchObject([
      { eventName: 'SpendPermissionRevoked', args: { spendPermission: permission } },
    ])
    expect(await read('isApproved', permission)).toBe(true)
    expect(await read('isRevoked', permission)).toBe(true)
    expect(await read('isValid', permission)).toBe(false)
  })

  test('behavior: a second revocation changes nothing', async () => {
    const permission = fixture.aPermission()
    await send('revoke', permission)
    expect(await send('revoke', permission)).toMatchObject({ status: 'success', logs: [] })
  })

  test('error: only the account may revoke', async () => {
    const { failure } = await send('revoke', fixture.aPermission(), thirdParty)
    expect(failure).toMatchObject({ name: 'InvalidSender', args: [thirdParty, subscriber] })
  })
})

describe('revokeAsSpender', () => {
  test('default', async () => {
    const permission = fixture.aPermission({ spender: thirdParty })
    await send('approve', permission)
    await send('revokeAsSpender', permission, thirdParty)
    expect(await read('isValid', permission)).toBe(false)
  })

  test('error: only the spender may call', async () => {
    const permission = fixture.aPermission({ spender: thirdParty })
    const { failure } = await send('revokeAsSpender', permission)
    expect(failure).toMatchObject({ name: 'InvalidSender', args: [subscriber, thirdParty] })
  })
})
