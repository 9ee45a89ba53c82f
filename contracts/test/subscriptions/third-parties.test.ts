import { type Address, maxUint160, zeroHash } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Contract, toCalldata } from '../call.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  failuresIn,
  fee,
  feeRecipient,
  merchant,
  merchantAccount,
  noProof,
  period,
  price,
  start,
  subscriber,
  subscriberAccount,
  thirdParty,
} from './fixture.js'
import { aPayoutMessage, signPayout } from './payout-message.js'
import { createCharges, createPeople } from './people.js'
import { type Charge, signCancellation } from './permission.js'

let fixture: Fixture
let multicall: Contract
beforeAll(async () => {
  fixture = await createFixture()
  multicall = await fixture.chain.deploy('TestMulticall')
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** Returns the arguments of `setPayout` with the merchant's signature. */
const redirect = async (payout: Address, nonce: bigint) => {
  const message = aPayoutMessage({ payout, nonce })
  return [message, noProof, await signPayout(fixture, message)] as const
}

describe('third parties ahead of a batch', () => {
  test('default: the spender, one charge and one cancellation come first, and the rest is charged once', async () => {
    const { chain, charger, terms, balanceOf, domain } = fixture
    const people = await createPeople(fixture, 3)
    const planKey = zeroHash
    const call = { ...charger, functionName: 'spenderOf', args: [{ ...terms, planKey }] }
    const spender: Address = await chain.read(call)
    const items = await createCharges(fixture, people, () => ({ spender }))
    const [first, second, third] = items as [Charge, Charge, Charge]
    await fixture.createSpender({ planKey })
    expect((await fixture.charge(first)).failure).toBeNull()
    const canceler = people[1] ?? subscriberAccount
    const canceled = { charger, permission: second.permission }
    const signature = await signCancellation(canceler, domain, canceled)
    const cancellation = { permission: second.permission, signature }
    await chain.mustSend({ ...charger, functionName: 'cancel', args: [[cancellation]] })

    const calls = [
      { functionName: 'createSpender', args: [{ ...terms, planKey }, noProof] },
      { functionName: 'chargeBatch', args: [items, 250_000n] },
    ].map((step) => ({
      target: charger.to,
      allowFailure: false,
      callData: toCalldata({ ...charger, ...step }),
    }))
    const send = { ...multicall, functionName: 'aggregate3', args: [calls], gas: 3_000_000n }
    const outcome = await chain.send(send)
    expect(chargesIn(outcome)).toMatchObject([{ account: third.permission.account }])
    expect(failuresIn(outcome).map(({ chargeKey }) => chargeKey)).toEqual(
      [first, second].map(fixture.keyOf),
    )
    const paid = await Promise.all(people.map(({ address }) => balanceOf(address)))
    const spent = paid.map((balance) => 1_000n * price - balance)
    expect(spent).toEqual([price, 0n, price])
  })

  test('error: a signed payout cancels nothing, and a signed cancellation moves no payout', async () => {
    const { chain, charger, domain, aPermission } = fixture
    const [message, , signature] = await redirect(thirdParty, 0n)
    const permission = aPermission({ account: merchant })
    const cancel = { ...charger, functionName: 'cancel', args: [[{ permission, signature }]] }
    const names = [(await chain.send({ ...cancel, gas: 500_000n })).failure?.name]
    const cancellation = await signCancellation(merchantAccount, domain, { charger, permission })
    const args = [message, noProof, cancellation]
    const move = { ...charger, functionName: 'setPayout', args, gas: 500_000n }
    names.push((await chain.send(move)).failure?.name)
    expect(names).toEqual(Array(2).fill('SubscriptionChargerInvalidSignature'))
  })
})

describe('a merchant that redirects payouts', () => {
  test('behavior: the platform receives its fee, wherever the price goes', async () => {
    const { chain, charger, manager, createSpender, aPermission, aCharge, charge } = fixture
    const other = await createSpender({ planKey: zeroHash })
    const payouts = [other, manager.to, fixture.usdc.to, feeRecipient, subscriber, merchant]
    const permission = aPermission()
    const received: bigint[] = []
    for (const [index, payout] of payouts.entries()) {
      const args = await redirect(payout, BigInt(index))
      await chain.mustSend({ ...charger, functionName: 'setPayout', args })
      const periodStart = start + index * period
      chain.setNextTimestamp(BigInt(periodStart + 60))
      const [charged] = chargesIn(await charge(await aCharge(permission, { periodStart })))
      received.push((charged?.fee ?? 0n) + (charged?.feeOwed ?? 0n))
    }
    expect(received).toEqual(payouts.map(() => fee))
  })
})

describe('extreme terms', () => {
  test('behavior: the largest price and fee do not overflow', async () => {
    const { chain, usdc, charge, aCharge, aPermission, createSpender, balanceOf } = fixture
    const largest = { price: maxUint160, feeBps: 9_999 }
    const spender = await createSpender(largest)
    await fixture.fund(usdc, subscriber, maxUint160)
    const permission = aPermission({ spender, allowance: maxUint160 })
    const [charged] = chargesIn(await charge(await aCharge(permission)))
    const expected = (maxUint160 * 9_999n) / 10_000n
    expect(charged).toMatchObject({ fee: expected, amount: maxUint160 - expected })
    expect(await balanceOf(feeRecipient)).toBe(expected)
    chain.setNextTimestamp(BigInt(start + 120))
    expect((await charge(await aCharge(permission))).failure?.name).toBe(
      'PlanSpenderAlreadyCharged',
    )
  })

  test('behavior: the longest permission is charged once per period since 1970', async () => {
    const { aPermission, aCharge, charge } = fixture
    const permission = aPermission({ start: 0, end: 2 ** 48 - 1 })
    const current = start + 60 - ((start + 60) % period)
    for (const periodStart of [0, current - period, current + period]) {
      const { failure } = await charge(
        await aCharge(permission, { periodStart, deadline: 2 ** 40 }),
      )
      expect(failure?.name).toBe('PlanSpenderWrongPeriodStart')
    }
    const item = await aCharge(permission, { periodStart: current, deadline: 2 ** 40 })
    expect(chargesIn(await charge(item))).toMatchObject([{ account: subscriber }])
    expect((await charge(item)).failure?.name).toBe('PlanSpenderAlreadyCharged')
  })
})
