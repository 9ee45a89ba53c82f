import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  fee,
  feeRecipient,
  funds,
  noProof,
  payout,
  period,
  price,
  start,
  subscriber,
  thirdParty,
} from './fixture.js'
import type { Charge, Permission } from './permission.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const chargeAt = (time: number, item: Charge) => {
  fixture.chain.setNextTimestamp(BigInt(time))
  return fixture.charge(item)
}
const revoke = (permission: Permission) =>
  fixture.chain.mustSend({
    ...fixture.manager,
    from: subscriber,
    functionName: 'revoke',
    args: [permission],
  })
/** A charge of a later period, for which the permission is already approved. */
const renewal = (index: number, other: Partial<Charge> = {}) =>
  fixture.aCharge(fixture.aPermission(), {
    signature: '0x',
    periodStart: start + index * period,
    ...other,
  })

describe('charge', () => {
  test('default', async () => {
    const { aCharge, charge, keyOf, balanceOf, spender, usdc, charger } = fixture
    const item = await aCharge()
    const outcome = await charge(item)
    expect(outcome.failure).toBeNull()
    expect(outcome.logs.at(-1)).toMatchObject({
      address: charger.to,
      eventName: 'SubscriptionCharged',
      args: {
        chargeKey: keyOf(item),
        spender,
        account: subscriber,
        token: usdc.to,
        payout,
        amount: price - fee,
        fee,
        feeOwed: 0n,
        splitFeeBps: 0n,
      },
    })
    expect(await balanceOf(payout)).toBe(price - fee)
    expect(await balanceOf(feeRecipient)).toBe(fee)
    expect(await balanceOf(subscriber)).toBe(funds - price)
    for (const address of [spender, charger.to]) expect(await balanceOf(address)).toBe(0n)
  })

  test('behavior: renews without a signature', async () => {
    await fixture.charge(await fixture.aCharge())
    const item = await renewal(1)
    const outcome = await chargeAt(start + period, item)
    expect(chargesIn(outcome)).toMatchObject([
      { chargeKey: fixture.keyOf(item), amount: price - fee },
    ])
    expect(await fixture.balanceOf(subscriber)).toBe(funds - 2n * price)
  })

  test('behavior: takes no fee from a plan without one', async () => {
    const spender = await fixture.createSpender({ feeBps: 0 })
    const item = await fixture.aCharge(fixture.aPermission({ spender }))
    expect(chargesIn(await fixture.charge(item))).toMatchObject([{ amount: price, fee: 0n }])
    expect(await fixture.balanceOf(payout)).toBe(price)
    expect(await fixture.balanceOf(feeRecipient)).toBe(0n)
  })

  test('behavior: rounds the fee down', async () => {
    const spender = await fixture.createSpender({ price: 199n })
    const item = await fixture.aCharge(fixture.aPermission({ spender }))
    expect(chargesIn(await fixture.charge(item))).toMatchObject([{ amount: 199n, fee: 0n }])
  })

  test('behavior: pays amount and fee to one address', async () => {
    const spender = await fixture.createSpender({ payout: feeRecipient })
    const item = await fixture.aCharge(fixture.aPermission({ spender }))
    expect(chargesIn(await fixture.charge(item))).toMatchObject([{ amount: price - fee, fee }])
    expect(await fixture.balanceOf(feeRecipient)).toBe(price)
  })

  test('behavior: charges once per period even if the allowance would permit more', async () => {
    const permission = fixture.aPermission({ allowance: 5n * price })
    const item = await fixture.aCharge(permission)
    await fixture.charge(item)
    const repeatedOutcome = await fixture.charge({ ...item, signature: '0x' })
    expect(repeatedOutcome.failure).toMatchObject({
      name: 'PlanSpenderAlreadyCharged',
      args: [start],
    })
    expect(await fixture.balanceOf(subscriber)).toBe(funds - price)
  })

  test('error: refuses the same bytes again', async () => {
    const item = await fixture.aCharge()
    await fixture.charge(item)
    expect((await fixture.charge(item)).failure?.name).toBe('PlanSpenderAlreadyCharged')
  })

  test('error: a charge that is mined one period late charges nothing', async () => {
    await fixture.charge(await fixture.aCharge())
    const lateCharge = await renewal(1, { deadline: start + 10 * period })
    expect((await chargeAt(start + 2 * period, lateCharge)).failure).toMatchObject({
      name: 'PlanSpenderWrongPeriodStart',
      args: [start + period, start + 2 * period],
    })
    // The skipped period cannot be charged later, and the current one is charged once.
    expect((await chargeAt(start + 2 * period, await renewal(2))).failure).toBeNull()
    expect((await chargeAt(start + 2 * period + 9, lateCharge)).status).toBe('reverted')
    expect(await fixture.balanceOf(subscriber)).toBe(funds - 2n * price)
  })

  test('error: refuses a period that has not begun', async () => {
    await fixture.charge(await fixture.aCharge())
    const { failure } = await fixture.charge(await renewal(1))
    expect(failure?.name).toBe('PlanSpenderWrongPeriodStart')
  })

  test('error: refuses a charge after its deadline, and accepts its last second', async () => {
    const deadline = start + 100
    const item = await fixture.aCharge(undefined, { deadline })
    expect((await chargeAt(deadline + 1, item)).failure).toMatchObject({
      name: 'PlanSpenderPastDeadline',
      args: [deadline],
    })
    expect((await chargeAt(deadline, item)).failure).toBeNull()
  })

  test('error: before the start and from the end on', async () => {
    const soon = fixture.aPermission({ start: start + 1_000 })
    const before = await chargeAt(start + 999, await fixture.aCharge(soon))
    expect(before.failure?.name).toBe('BeforeSpendPermissionStart')
    const ended = fixture.aPermission({ end: start + period })
    const lateCharge = await fixture.aCharge(ended, { deadline: start + period })
    const after = await chargeAt(start + period, lateCharge)
    expect(after.failure?.name).toBe('AfterSpendPermissionEnd')
    expect(await fixture.balanceOf(subscriber)).toBe(funds)
  })

  test('error: a last period that is shorter than the plan is not charged', async () => {
    const year = fixture.aPermission({ end: start + 365 * 86_400 })
    const options = { signature: '0x', periodStart: start } as const
    await fixture.charge(await fixture.aCharge(year))
    for (let index = 1; index < 12; index += 1) {
      const periodStart = start + index * period
      const item = await fixture.aCharge(year, { ...options, periodStart })
      expect((await chargeAt(periodStart, item)).failure).toBeNull()
    }
    const last = await fixture.aCharge(year, { ...options, periodStart: start + 12 * period })
    expect((await chargeAt(start + 12 * period, last)).failure).toMatchObject({
      name: 'PlanSpenderShortPeriod',
      args: [start + 12 * period, start + 365 * 86_400],
    })
    expect(await fixture.balanceOf(subscriber)).toBe(funds - 12n * price)
  })

  test('error: a permission shorter than one period is not charged', async () => {
    const short = fixture.aPermission({ end: start + period - 1 })
    const { failure } = await fixture.charge(await fixture.aCharge(short))
    expect(failure?.name).toBe('PlanSpenderShortPeriod')
  })

  test('error: without a signature before the first approval', async () => {
    const item = await fixture.aCharge(undefined, { signature: '0x' })
    expect((await fixture.charge(item)).failure?.name).toBe('UnauthorizedSpendPermission')
  })

  test('error: after a revocation, with and without a signature', async () => {
    const item = await fixture.aCharge()
    await fixture.charge(item)
    await revoke(item.permission)
    const unsigned = await chargeAt(start + period, await renewal(1))
    expect(unsigned.failure?.name).toBe('UnauthorizedSpendPermission')
    const signed = await renewal(1, { signature: item.signature })
    expect((await fixture.charge(signed)).failure?.name).toBe('PlanSpenderPermissionRevoked')
  })

  test('error: a revocation before the first charge prevails over the signature', async () => {
    const item = await fixture.aCharge()
    await revoke(item.permission)
    expect((await fixture.charge(item)).failure?.name).toBe('PlanSpenderPermissionRevoked')
  })

  test.each<[string, bigint, bigint]>([
    ['ERC20InsufficientBalance', price - 1n, price],
    ['ERC20InsufficientAllowance', price, price - 1n],
  ])('error: %s leaves the permission unapproved', async (name, balance, allowance) => {
    const { chain, usdc, manager, aCharge, balanceOf } = fixture
    const item = await aCharge()
    const args = [thirdParty, funds - balance]
    await chain.mustSend({ ...usdc, from: subscriber, functionName: 'transfer', args })
    const approval = [manager.to, allowance]
    await chain.mustSend({ ...usdc, from: subscriber, functionName: 'approve', args: approval })
    expect((await fixture.charge(item)).failure?.name).toBe(name)
    expect(await balanceOf(subscriber)).toBe(balance)
    const isApproved = { ...manager, functionName: 'isApproved', args: [item.permission] }
    expect(await chain.read(isApproved)).toBe(false)
  })

  test('error: a spender that the charger did not create', async () => {
    const { chain, aPermission, aCharge } = fixture
    const name = 'SubscriptionChargerUnknownSpender'
    const implementation = await chain.read({
      ...fixture.charger,
      functionName: 'spenderImplementation',
    })
    for (const spender of [thirdParty, implementation, fixture.manager.to]) {
      const { failure } = await fixture.charge(await aCharge(aPermission({ spender })))
      expect(failure).toMatchObject({ name, args: [spender] })
    }
  })

  test('error: a copy of a spender at another address', async () => {
    const { chain, charger, aPermission, aCharge } = fixture
    const other = await chain.deploy('SubscriptionCharger', [fixture.factory.to])
    const args = [fixture.terms, noProof]
    const copy = (await chain.mustSend({ ...other, functionName: 'createSpender', args })).returned
    const { failure } = await fixture.charge(await aCharge(aPermission({ spender: copy })))
    expect(failure?.name).toBe('SubscriptionChargerUnknownSpender')
    expect(other.to).not.toBe(charger.to)
  })
})

describe('PlanSpender', () => {
  test('error: only the charger may call', async () => {
    const { chain, spender, charger } = fixture
    const item = await fixture.aCharge()
    const implementation = await chain.read({ ...charger, functionName: 'spenderImplementation' })
    for (const address of [spender, implementation]) {
      for (const [functionName, args] of [
        ['charge', [item, thirdParty, 0n]],
        ['revoke', [item.permission]],
        ['claimFee', []],
      ] as const) {
        const call = { ...at('PlanSpender', address), from: thirdParty, functionName, args }
        const { failure } = await chain.send(call)
        expect(failure).toMatchObject({ name: 'PlanSpenderCallerNotCharger', args: [thirdParty] })
      }
    }
    expect(await fixture.balanceOf(subscriber)).toBe(funds)
  })

  test('error: the implementation has no terms', async () => {
    const { chain, charger } = fixture
    const implementation = await chain.read({ ...charger, functionName: 'spenderImplementation' })
    const reading = chain.read({ ...at('PlanSpender', implementation), functionName: 'terms' })
    await expect(reading).rejects.toThrow('CloneCodeNotAClone')
  })
})
