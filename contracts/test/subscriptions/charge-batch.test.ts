import { type Address, type Hex, keccak256, size, stringToHex, toFunctionSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeFailure } from '../decode.js'
import { playToken, type TokenTrick } from '../split/hostile.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  failuresIn,
  fee,
  feeRecipient,
  funds,
  payout,
  period,
  price,
  start,
  subscriber,
} from './fixture.js'
import type { Charge } from './permission.js'
import {
  anySignature,
  createHostileSubscriber,
  playSubscriber,
  type SubscriberTrick,
} from './wallets.js'

const gasEach = 250_000n
const people = Array.from({ length: 3 }, (_, index) =>
  privateKeyToAccount(keccak256(stringToHex(`person ${index}`))),
)

let fixture: Fixture
/** One charge of each person. */
let items: Charge[]
beforeAll(async () => {
  fixture = await createFixture()
  items = []
  for (const person of people) {
    await fixture.fund(fixture.usdc, person.address)
    const permission = fixture.aPermission({ account: person.address })
    const signature = await fixture.sign(permission, person)
    items.push(await fixture.aCharge(permission, { signature }))
  }
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** Puts the bad charge between good ones, and expects only those to be paid. */
async function expectOthersCharged(invalidCharge: Charge): Promise<Hex> {
  const [first, second, third] = items as [Charge, Charge, Charge]
  const outcome = await fixture.chargeBatch([first, invalidCharge, second, third], gasEach)
  expect(chargesIn(outcome).map(({ account }) => account)).toEqual(
    people.map(({ address }) => address),
  )
  const [failure, ...none] = failuresIn(outcome)
  expect(failure?.chargeKey).toBe(fixture.keyOf(invalidCharge))
  expect(none).toEqual([])
  expect(outcome.gasUsed).toBeLessThan(gasEach + 4n * 130_000n)
  return failure?.reason ?? '0x'
}

const ofWallet = (account: Address) =>
  fixture.aCharge(fixture.aPermission({ account }), { signature: anySignature })

describe('chargeBatch', () => {
  test('default', async () => {
    const { chargeBatch, keyOf, balanceOf, spender, charger } = fixture
    const outcome = await chargeBatch(items)
    expect(chargesIn(outcome)).toMatchObject(
      items.map((item) => ({ chargeKey: keyOf(item), spender, payout, fee })),
    )
    expect(failuresIn(outcome)).toEqual([])
    expect(await balanceOf(payout)).toBe(3n * (price - fee))
    expect(await balanceOf(feeRecipient)).toBe(3n * fee)
    for (const address of [spender, charger.to]) expect(await balanceOf(address)).toBe(0n)
  })

  test('behavior: accepts an empty list', async () => {
    expect(await fixture.chargeBatch([])).toMatchObject({ status: 'success', logs: [] })
  })

  test('behavior: charges a duplicate once', async () => {
    const [item] = items as [Charge]
    const outcome = await fixture.chargeBatch([item, item])
    expect(chargesIn(outcome)).toHaveLength(1)
    const [failure] = failuresIn(outcome)
    expect(decodeFailure(failure?.reason ?? '0x').name).toBe('PlanSpenderAlreadyCharged')
  })

  test('behavior: a batch that is mined one period late charges nothing', async () => {
    const { chain, chargeBatch, aCharge, balanceOf } = fixture
    await chargeBatch(items)
    const renewals: Charge[] = []
    for (const { permission } of items) {
      const periodStart = start + period
      const deadline = start + 10 * period
      renewals.push(await aCharge(permission, { signature: '0x', periodStart, deadline }))
    }
    chain.setNextTimestamp(BigInt(start + 2 * period))
    const lateOutcome = await chargeBatch(renewals)
    expect(chargesIn(lateOutcome)).toEqual([])
    expect(failuresIn(lateOutcome).map(({ reason }) => decodeFailure(reason).name)).toEqual(
      items.map(() => 'PlanSpenderWrongPeriodStart'),
    )
    expect(await balanceOf(payout)).toBe(3n * (price - fee))
  })

  test.each<SubscriberTrick>([
    'Refuse',
    'Revert',
    'BurnGas',
    'RevertWithBomb',
    'ReturnShort',
    'BurnGasAndAccept',
  ])('behavior: a wallet that does %s does not block the others', async (trick) => {
    const wallet = await createHostileSubscriber(fixture, trick)
    await expectOthersCharged(await ofWallet(wallet.to))
    expect(await fixture.balanceOf(wallet.to)).toBe(funds)
  })

  test('behavior: a wallet that changes its response does not block the others', async () => {
    const wallet = await createHostileSubscriber(fixture)
    const item = await ofWallet(wallet.to)
    await fixture.chain.snapshot()
    expect(chargesIn(await fixture.chargeBatch([item]))).toHaveLength(1)
    await fixture.chain.revert()
    await playSubscriber(fixture.chain, wallet, 'BurnGas')
    await expectOthersCharged(item)
  })

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'RevertWithBomb', 'BurnGas'])(
    'behavior: a token that does %s does not block the others',
    async (trick) => {
      const { chain, sly, createSpender, aPermission, aCharge } = fixture
      const spender = await createSpender({ token: sly.to })
      const invalidCharge = await aCharge(aPermission({ token: sly.to, spender }))
      await playToken(chain, sly, trick)
      await expectOthersCharged(invalidCharge)
    },
  )

  test('behavior: reports at most 68 bytes of the reason', async () => {
    const { chain, usdc, manager, aCharge } = fixture
    const args = [manager.to, 0n]
    await chain.mustSend({ ...usdc, from: subscriber, functionName: 'approve', args })
    const reason = await expectOthersCharged(await aCharge())
    expect(reason.slice(0, 10)).toBe(
      toFunctionSelector('ERC20InsufficientAllowance(address,uint256,uint256)'),
    )
    expect(size(reason)).toBe(68)
  })

  test('behavior: a blacklisted subscriber does not block the others', async () => {
    const { chain, usdc, aCharge } = fixture
    await chain.mustSend({ ...usdc, functionName: 'blacklist', args: [subscriber] })
    const reason = await expectOthersCharged(await aCharge())
    expect(decodeFailure(reason)).toMatchObject({
      name: 'TestTokenBlacklisted',
      args: [subscriber],
    })
  })

  test('behavior: charges the last of 50 within 2^24 gas even if all others burn theirs', async () => {
    const { chargeBatch, aCharge, aPermission } = fixture
    const wallet = await createHostileSubscriber(fixture, 'BurnGas')
    const invalidCharges: Charge[] = []
    for (let salt = 1n; salt < 50n; salt += 1n) {
      const permission = aPermission({ account: wallet.to, salt })
      invalidCharges.push(await aCharge(permission, { signature: anySignature }))
    }
    const outcome = await chargeBatch([...invalidCharges, ...items.slice(0, 1)], gasEach, 2n ** 24n)
    expect(failuresIn(outcome)).toHaveLength(49)
    expect(chargesIn(outcome)).toHaveLength(1)
    expect(outcome.gasUsed).toBeLessThan(14_000_000n)
  })

  test('error: too little gas reverts the whole batch, at any limit', async () => {
    const { chain, chargeBatch, balanceOf } = fixture
    for (let gas = 150_000n; gas < 800_000n; gas += 50_000n) {
      await chain.snapshot()
      const outcome = await chargeBatch(items, gasEach, gas)
      // Either everything is charged, or nothing is recorded.
      expect(failuresIn(outcome)).toEqual([])
      const paid = outcome.status === 'success' ? 3n * (price - fee) : 0n
      expect(await balanceOf(payout)).toBe(paid)
      await chain.revert()
    }
  })

  test('error: names the missing gas', async () => {
    const { failure } = await fixture.chargeBatch(items, gasEach, 300_000n)
    expect(failure?.name).toBe('SubscriptionChargerGasTooLow')
    const absurd = await fixture.chargeBatch(items, 2n ** 256n - 1n)
    expect(absurd.failure?.name).toBe('SubscriptionChargerGasTooLow')
  })

  test('error: an unknown spender reverts the whole batch', async () => {
    const unknown = await fixture.aCharge(fixture.aPermission({ spender: subscriber }))
    const { failure } = await fixture.chargeBatch([...items, unknown])
    expect(failure?.name).toBe('SubscriptionChargerUnknownSpender')
    expect(await fixture.balanceOf(payout)).toBe(0n)
  })
})
