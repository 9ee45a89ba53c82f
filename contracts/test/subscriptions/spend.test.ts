import { maxUint160 } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { playToken, type TokenTrick } from '../split/hostile.js'
import {
  createFixture,
  end,
  type Fixture,
  funds,
  period,
  price,
  start,
  subscriber,
  thirdParty,
} from './fixture.js'
import { hashPermission, type Permission } from './permission.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** The third party is the spender, so that each function is tested without a plan. */
const aPermission = (other: Partial<Permission> = {}) =>
  fixture.aPermission({ spender: thirdParty, ...other })
const approve = async (permission: Permission) => {
  const { chain, manager } = fixture
  await chain.mustSend({
    ...manager,
    from: subscriber,
    functionName: 'approve',
    args: [permission],
  })
}
const spendAt = (time: number, permission: Permission, value: bigint, from = thirdParty) => {
  const { chain, manager } = fixture
  chain.setNextTimestamp(BigInt(time))
  return chain.send({ ...manager, from, functionName: 'spend', args: [permission, value] })
}
const read = (functionName: string, permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName, args: [permission] })

describe('spend', () => {
  test('default', async () => {
    const permission = aPermission()
    await approve(permission)
    const { logs } = await spendAt(start + 100, permission, 4n)
    expect(logs[0]).toMatchObject({
      address: fixture.manager.to,
      eventName: 'SpendPermissionUsed',
      args: {
        hash: hashPermission(fixture.domain, permission),
        account: subscriber,
        spender: thirdParty,
        token: fixture.usdc.to,
        periodSpend: { start, end: start + period, spend: 4n },
      },
    })
    expect(await fixture.balanceOf(thirdParty)).toBe(4n)
    expect(await fixture.balanceOf(subscriber)).toBe(funds - 4n)
  })

  test('behavior: adds up within a period and starts again in the next', async () => {
    const permission = aPermission()
    await approve(permission)
    await spendAt(start + 100, permission, price - 1n)
    const tooMuch = await spendAt(start + period - 1, permission, 2n)
    expect(tooMuch.failure).toMatchObject({
      name: 'ExceededSpendPermission',
      args: [price + 1n, price],
    })
    const otherOutcome = await spendAt(start + period - 1, permission, 1n)
    expect(otherOutcome.logs[0]?.args).toMatchObject({ periodSpend: { start, spend: 1n } })
    expect((await spendAt(start + period, permission, price)).status).toBe('success')
    expect(await fixture.balanceOf(thirdParty)).toBe(2n * price)
  })

  test('error: before the start and from the end on', async () => {
    const permission = aPermission()
    await approve(permission)
    expect((await spendAt(start - 1, permission, 1n)).failure).toMatchObject({
      name: 'BeforeSpendPermissionStart',
      args: [start - 1, start],
    })
    expect((await spendAt(end, permission, 1n)).failure).toMatchObject({
      name: 'AfterSpendPermissionEnd',
      args: [end, end],
    })
    expect((await spendAt(end - 1, permission, 1n)).status).toBe('success')
  })

  test('error: without approval and after a revocation', async () => {
    const { chain, manager } = fixture
    const permission = aPermission()
    const name = 'UnauthorizedSpendPermission'
    expect((await spendAt(start, permission, 1n)).failure?.name).toBe(name)
    await approve(permission)
    const args = [permission]
    await chain.mustSend({ ...manager, from: subscriber, functionName: 'revoke', args })
    expect((await spendAt(start + 100, permission, 1n)).failure?.name).toBe(name)
  })

  test('error: only the spender may spend', async () => {
    const permission = aPermission()
    await approve(permission)
    const { failure } = await spendAt(start, permission, 1n, subscriber)
    expect(failure).toMatchObject({ name: 'InvalidSender', args: [subscriber, thirdParty] })
  })

  test('error: refuses zero, and a sum above the largest allowance', async () => {
    const permission = aPermission({ allowance: maxUint160 })
    await approve(permission)
    expect((await spendAt(start, permission, 0n)).failure?.name).toBe('ZeroValue')
    await spendAt(start, permission, 1n)
    const { failure } = await spendAt(start + 10, permission, maxUint160)
    expect(failure).toMatchObject({ name: 'SpendValueOverflow', args: [maxUint160 + 1n] })
  })

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'ReturnGarbage', 'BurnGas', 'RevertWithBomb'])(
    'error: reverts when the token does %s',
    async (trick) => {
      const { chain, sly } = fixture
      const permission = aPermission({ token: sly.to })
      await approve(permission)
      await playToken(chain, sly, trick)
      expect((await spendAt(start + 100, permission, 1n)).status).toBe('reverted')
      expect((await read('getLastUpdatedPeriod', permission)).spend).toBe(0n)
    },
  )

  test('error: reverts for an address without code', async () => {
    const permission = aPermission({ token: subscriber })
    await approve(permission)
    expect((await spendAt(start + 100, permission, 1n)).status).toBe('reverted')
  })
})

describe('getCurrentPeriod', () => {
  test('default', async () => {
    const permission = aPermission()
    expect(await read('getCurrentPeriod', permission)).toEqual({
      start,
      end: start + period,
      spend: 0n,
    })
    await approve(permission)
    await spendAt(start + period + 7, permission, 3n)
    expect(await read('getCurrentPeriod', permission)).toEqual({
      start: start + period,
      end: start + 2 * period,
      spend: 3n,
    })
  })

  test('behavior: the last period ends with the permission', async () => {
    const permission = aPermission({ end: start + period + 100 })
    await approve(permission)
    await spendAt(start + period + 99, permission, 3n)
    const last = { start: start + period, end: start + period + 100, spend: 3n }
    expect(await read('getCurrentPeriod', permission)).toEqual(last)
    expect(await read('getLastUpdatedPeriod', permission)).toEqual(last)
  })

  test('behavior: a period beyond the largest time ends with the permission', async () => {
    const largest = 2 ** 48 - 1
    const permission = aPermission({ period: largest, end: largest })
    expect(await read('getCurrentPeriod', permission)).toEqual({ start, end: largest, spend: 0n })
  })

  test('error: before the start', async () => {
    await expect(read('getCurrentPeriod', aPermission({ start: end - 1 }))).rejects.toThrow(
      'BeforeSpendPermissionStart',
    )
  })
})

describe('getLastUpdatedPeriod', () => {
  test('default', async () => {
    const permission = aPermission()
    expect(await read('getLastUpdatedPeriod', permission)).toEqual({ start: 0, end: 0, spend: 0n })
    await approve(permission)
    await spendAt(start + 5, permission, 3n)
    await spendAt(start + 5 * period, aPermission({ salt: 9n }), 1n)
    expect(await read('getLastUpdatedPeriod', permission)).toEqual({
      start,
      end: start + period,
      spend: 3n,
    })
    expect((await read('getCurrentPeriod', permission)).spend).toBe(0n)
  })
})
