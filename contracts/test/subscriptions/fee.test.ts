// @module-tag slow
import fc from 'fast-check'
import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  failuresIn,
  fee,
  feeRecipient,
  funds,
  noProof,
  payout,
  price,
  thirdParty,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const freeze = (account: Address, isFrozen = true) => {
  const functionName = isFrozen ? 'blacklist' : 'unBlacklist'
  return fixture.chain.mustSend({ ...fixture.usdc, functionName, args: [account] })
}
const claim = (spender = fixture.spender) =>
  fixture.chain.send({
    ...fixture.charger,
    from: thirdParty,
    functionName: 'claimFee',
    args: [spender],
  })
const owedBy = (spender: Address) =>
  fixture.chain.read({ ...at('PlanSpender', spender), functionName: 'feeOwed' })

describe('fee of a charge', () => {
  test('property: direct fee and share of the split are the fee of the plan', async () => {
    const { chain, charger, usdc, aPermission, aCharge, createSpender } = fixture
    const plan = fc.record({
      splitFeeBps: fc.constantFrom(0, 1, 49, 50, 51, 500, 10_000),
      feeBps: fc.constantFrom(0, 1, 50, 100, 500, 9_999),
      cost: fc.bigInt({ min: 1n, max: funds }),
    })
    const property = fc.asyncProperty(plan, async ({ splitFeeBps, feeBps, cost }) => {
      const { split, proof } = await fixture.aSplit(splitFeeBps)
      const terms = { payout: split, splitFeeBps, feeBps, price: cost }
      const spender = await createSpender(terms, splitFeeBps > 0 ? proof : noProof)
      const item = await aCharge(aPermission({ spender, allowance: cost }))
      const [charged] = chargesIn(await fixture.charge(item))
      if (!charged) throw new Error('nothing was charged')
      const { amount, fee: direct, feeOwed } = charged
      expect([amount + direct, feeOwed]).toEqual([cost, 0n])

      await chain.mustSend({
        ...fixture.factory,
        functionName: 'create',
        args: Object.values(proof),
      })
      const distribute = { ...at('MerchantSplit', split), functionName: 'distribute' }
      if (amount > 0n) await chain.mustSend({ ...distribute, args: [usdc.to] })
      const received = await fixture.balanceOf(feeRecipient)
      const expected = (cost * BigInt(feeBps)) / 10_000n
      const share = (cost * BigInt(splitFeeBps)) / 10_000n
      const maxUnits = expected > share ? expected : share
      // The contract and the split each round down.
      expect(maxUnits - received).toBeLessThanOrEqual(1n)
      expect(received).toBeLessThanOrEqual(maxUnits)
      expect(await fixture.balanceOf(charger.to)).toBe(0n)
    })
    const each = property.beforeEach(() => chain.snapshot()).afterEach(() => chain.revert())
    await fc.assert(each, { seed: 7, numRuns: 40 })
  })

  test('error: a spender whose share in a split is not proven', async () => {
    const { chain, charger, terms } = fixture
    const { split, proof } = await fixture.aSplit(50)
    for (const [changed, changedProof, name] of [
      [{ payout: split, splitFeeBps: 50 }, noProof, 'SplitFactoryBadLength'],
      [{ payout, splitFeeBps: 50 }, proof, 'SubscriptionChargerInvalidSplit'],
      [{ payout: split, splitFeeBps: 49 }, proof, 'SubscriptionChargerInvalidSplit'],
      [
        { payout: split, splitFeeBps: 50, feeRecipient: thirdParty },
        proof,
        'SubscriptionChargerInvalidSplit',
      ],
    ] as const) {
      const args = [{ ...terms, ...changed }, changedProof]
      const { failure } = await chain.send({ ...charger, functionName: 'createSpender', args })
      expect(failure?.name).toBe(name)
    }
  })

  test('behavior: a frozen fee recipient stops no charge, and the fee is owed', async () => {
    const { aCharge, charge, balanceOf, spender } = fixture
    await freeze(feeRecipient)
    const outcome = await charge(await aCharge())
    expect(chargesIn(outcome)).toMatchObject([{ amount: price - fee, fee: 0n, feeOwed: fee }])
    expect(await balanceOf(payout)).toBe(price - fee)
    expect(await balanceOf(spender)).toBe(fee)
    expect(await owedBy(spender)).toBe(fee)
  })

  test('behavior: no gas limit leaves a fee owed that its recipient could receive', async () => {
    const { chain, aCharge, charge } = fixture
    const item = await aCharge()
    const results = new Set<string>()
    for (let gas = 100_000n; gas < 320_000n; gas += 2_500n) {
      await chain.snapshot()
      const outcome = await charge(item, gas)
      const [charged] = chargesIn(outcome)
      if (charged) expect(charged).toMatchObject({ fee, feeOwed: 0n })
      results.add(outcome.status)
      await chain.revert()
    }
    expect(results).toEqual(new Set(['reverted', 'success']))
  })

  test('behavior: a batch charges all subscribers while the fee recipient is frozen', async () => {
    const { chain, aPermission, aCharge, chargeBatch } = fixture
    await freeze(feeRecipient)
    const items = []
    for (let salt = 1n; salt < 6n; salt += 1n) items.push(await aCharge(aPermission({ salt })))
    const outcome = await chargeBatch(items)
    expect(failuresIn(outcome)).toEqual([])
    expect(chargesIn(outcome).map(({ feeOwed }) => feeOwed)).toEqual(items.map(() => fee))
    await freeze(feeRecipient, false)
    await chain.snapshot()
    expect((await claim()).returned).toBe(5n * fee)
    await chain.revert()
  })
})

describe('claimFee', () => {
  test('default: pays the fee recipient, no matter which account calls', async () => {
    const { aCharge, charge, charger, spender, usdc, balanceOf } = fixture
    await freeze(feeRecipient)
    await charge(await aCharge())
    await freeze(feeRecipient, false)
    const { returned, logs } = await claim()
    expect(returned).toBe(fee)
    expect(logs.at(-1)).toMatchObject({
      address: charger.to,
      eventName: 'FeeClaimed',
      args: { spender, feeRecipient, token: usdc.to, amount: fee },
    })
    expect(await balanceOf(feeRecipient)).toBe(fee)
    expect(await balanceOf(thirdParty)).toBe(0n)
    expect([await balanceOf(spender), await owedBy(spender)]).toEqual([0n, 0n])
  })

  test('behavior: leaves money that was sent to the spender', async () => {
    const { chain, usdc, aCharge, charge, spender, balanceOf } = fixture
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [spender, 7n] })
    await freeze(feeRecipient)
    await charge(await aCharge())
    await freeze(feeRecipient, false)
    expect((await claim()).returned).toBe(fee)
    expect(await balanceOf(spender)).toBe(7n)
  })

  test('error: nothing is owed, or the recipient is still frozen', async () => {
    const { aCharge, charge, spender } = fixture
    expect((await claim()).failure?.name).toBe('PlanSpenderNoFeeOwed')
    await freeze(feeRecipient)
    await charge(await aCharge())
    expect((await claim()).failure?.name).toBe('TestTokenBlacklisted')
    expect(await owedBy(spender)).toBe(fee)
  })

  test('error: a contract that is no spender', async () => {
    const { failure } = await claim(fixture.manager.to)
    expect(failure?.name).toBe('SubscriptionChargerUnknownSpender')
  })
})
