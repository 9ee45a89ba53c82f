import { type Address, type Hex, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { toHighS } from '../tokens/to-high-s.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  fee,
  feeRecipient,
  merchant,
  noProof,
  otherPayout,
  payout,
  period,
  planKey,
  price,
  type SplitProof,
  start,
  thirdParty,
  thirdPartyAccount,
} from './fixture.js'
import { aPayoutMessage, type SetPayout, signPayout } from './payout-message.js'
import { anySignature, createHostileSubscriber, playSubscriber, walletOf } from './wallets.js'

let fixture: Fixture
let factory: Contract
beforeAll(async () => {
  fixture = await createFixture()
  factory = await fixture.chain.deploy('WalletFactory')
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const sign = (message: SetPayout, options?: Parameters<typeof signPayout>[2]) =>
  signPayout(fixture, message, options)
const submit = (message: SetPayout, signature: Hex, proof: SplitProof = noProof) =>
  fixture.chain.send({
    ...fixture.charger,
    from: thirdParty,
    functionName: 'setPayout',
    args: [message, proof, signature],
    gas: 300_000n,
  })
const setPayout = async (other: Partial<SetPayout> = {}) =>
  submit(aPayoutMessage(other), await sign(aPayoutMessage(other)))
const payoutOf = async (wallet: Address) => {
  const call = { ...fixture.charger, functionName: 'payoutOf', args: [wallet] }
  return (await fixture.chain.read(call)).slice(0, 2)
}

describe('setPayout', () => {
  test('default: moves the payout of all plans of the merchant', async () => {
    const { createSpender, aPermission, aCharge, charge, balanceOf } = fixture
    const second = await createSpender({ planKey: `0x${'22'.repeat(32)}`, feeBps: 0 })
    const { logs } = await setPayout()
    expect(logs).toMatchObject([
      {
        address: fixture.charger.to,
        eventName: 'PayoutSet',
        args: { merchant, payout: otherPayout, splitFeeRecipient: zeroAddress, splitFeeBps: 0n },
      },
    ])
    expect(await payoutOf(merchant)).toEqual([otherPayout, 1n])

    const charged = chargesIn(await charge(await aCharge()))
    expect(charged).toMatchObject([{ payout: otherPayout, amount: price - fee }])
    await charge(await aCharge(aPermission({ spender: second })))
    expect(await balanceOf(otherPayout)).toBe(2n * price - fee)
    expect(await balanceOf(payout)).toBe(0n)
  })

  test('behavior: a payout moved from a split to a wallet pays the whole fee', async () => {
    const { chain, createSpender, aPermission, aCharge, charge, balanceOf } = fixture
    const { split, proof } = await fixture.aSplit()
    const dear = 200_000_000n
    const terms = { payout: split, splitFeeBps: 50, price: dear }
    const spender = await createSpender(terms, proof)
    const permission = aPermission({ spender, allowance: dear })
    const before = chargesIn(await charge(await aCharge(permission)))
    expect(before).toMatchObject([{ payout: split, amount: dear, fee: 0n, splitFeeBps: 50n }])

    await setPayout()
    chain.setNextTimestamp(BigInt(start + period))
    const item = await aCharge(permission, { signature: '0x', periodStart: start + period })
    const after = chargesIn(await charge(item))
    expect(after).toMatchObject([{ payout: otherPayout, fee: 1_000_000n, splitFeeBps: 0n }])
    expect(await balanceOf(otherPayout)).toBe(199_000_000n)
    expect(await balanceOf(feeRecipient)).toBe(1_000_000n)
  })

  test('behavior: a payout moved to a split counts the share in it, deployed or not', async () => {
    const { aCharge, charge, balanceOf } = fixture
    const { split, proof } = await fixture.aSplit()
    const message = aPayoutMessage({
      payout: split,
      splitFeeRecipient: feeRecipient,
      splitFeeBps: 50,
    })
    expect((await submit(message, await sign(message), proof)).failure).toBeNull()
    const charged = chargesIn(await charge(await aCharge()))
    expect(charged).toMatchObject([{ payout: split, amount: price, fee: 0n, splitFeeBps: 50n }])
    expect(await balanceOf(split)).toBe(price)
  })

  test('behavior: the share of another recipient does not count', async () => {
    const { createSpender, aPermission, aCharge, charge } = fixture
    const { split, proof } = await fixture.aSplit()
    const message = aPayoutMessage({
      payout: split,
      splitFeeRecipient: feeRecipient,
      splitFeeBps: 50,
    })
    await submit(message, await sign(message), proof)
    const spender = await createSpender({ feeRecipient: thirdParty })
    const charged = chargesIn(await charge(await aCharge(aPermission({ spender }))))
    expect(charged).toMatchObject([{ payout: split, fee, splitFeeBps: 0n }])
  })

  test('error: a submitter can neither drop nor change the share in a split', async () => {
    const { split, proof } = await fixture.aSplit()
    const other = await fixture.aSplit(100)
    const message = aPayoutMessage({
      payout: split,
      splitFeeRecipient: feeRecipient,
      splitFeeBps: 50,
    })
    const signature = await sign(message)
    const whole = { splitFeeRecipient: merchant, splitFeeBps: 9_950 }
    for (const [changed, changedProof, name] of [
      [message, noProof, 'SplitFactoryBadLength'],
      [message, other.proof, 'SubscriptionChargerInvalidSplit'],
      [message, { ...proof, salt: planKey }, 'SubscriptionChargerInvalidSplit'],
      [{ ...message, splitFeeBps: 0 }, noProof, 'SubscriptionChargerInvalidSignature'],
      [{ ...message, splitFeeBps: 51 }, proof, 'SubscriptionChargerInvalidSplit'],
      [{ ...message, ...whole }, proof, 'SubscriptionChargerInvalidSignature'],
      [{ ...message, splitFeeRecipient: thirdParty }, proof, 'SubscriptionChargerInvalidSplit'],
    ] as const) {
      const { failure } = await submit(changed, signature, changedProof)
      expect(failure?.name).toBe(name)
    }
  })

  test('behavior: applies to subscriptions from before', async () => {
    const { chain, aPermission, aCharge, charge } = fixture
    await charge(await aCharge())
    await setPayout()
    chain.setNextTimestamp(BigInt(start + period))
    const item = await aCharge(aPermission(), { signature: '0x', periodStart: start + period })
    expect(chargesIn(await charge(item))).toMatchObject([{ payout: otherPayout }])
  })

  test('behavior: leaves plans of other merchants alone', async () => {
    const { createSpender, aPermission, aCharge, charge } = fixture
    await setPayout()
    const spender = await createSpender({ merchant: thirdParty, planKey })
    const outcome = await charge(await aCharge(aPermission({ spender })))
    expect(chargesIn(outcome)).toMatchObject([{ payout }])
  })

  test('behavior: zero restores the payout of each plan', async () => {
    await setPayout()
    await setPayout({ payout: zeroAddress, nonce: 1n })
    expect(await payoutOf(merchant)).toEqual([zeroAddress, 2n])
    const outcome = await fixture.charge(await fixture.aCharge())
    expect(chargesIn(outcome)).toMatchObject([{ payout }])
  })

  test('behavior: accepts the signature of an EIP-1271 merchant', async () => {
    const { chain } = fixture
    await chain.mustSend({ ...factory, functionName: 'create', args: [merchant] })
    const message = aPayoutMessage({ merchant: walletOf(factory, merchant) })
    expect((await submit(message, await sign(message))).failure).toBeNull()
    expect(await payoutOf(message.merchant)).toEqual([otherPayout, 1n])
  })

  test('error: a hostile EIP-1271 merchant cannot re-enter or return long data', async () => {
    const wallet = await createHostileSubscriber(fixture)
    const message = aPayoutMessage({ merchant: wallet.to })
    for (const trick of ['Refuse', 'RevertWithBomb', 'ReturnShort'] as const) {
      await playSubscriber(fixture.chain, wallet, trick)
      const { failure } = await submit(message, anySignature)
      expect(failure?.name).toBe('SubscriptionChargerInvalidSignature')
    }
  })

  test('error: refuses a signature again', async () => {
    const signature = await sign(aPayoutMessage())
    await submit(aPayoutMessage(), signature)
    expect((await submit(aPayoutMessage(), signature)).failure).toMatchObject({
      name: 'SubscriptionChargerWrongNonce',
      args: [0n, 1n],
    })
  })

  test('error: refuses an old payout after a later one', async () => {
    const lateSetPayout = aPayoutMessage({ payout: thirdParty, nonce: 1n })
    const signature = await sign(lateSetPayout)
    await setPayout()
    await setPayout({ payout, nonce: 1n })
    expect((await submit(lateSetPayout, signature)).failure?.name).toBe(
      'SubscriptionChargerWrongNonce',
    )
    expect(await payoutOf(merchant)).toEqual([payout, 2n])
  })

  test('error: refuses an expired signature, and accepts its last second', async () => {
    const deadline = BigInt(start + 1_000)
    fixture.chain.setNextTimestamp(deadline + 1n)
    expect((await setPayout({ deadline })).failure).toMatchObject({
      name: 'SubscriptionChargerPastDeadline',
      args: [deadline],
    })
    fixture.chain.setNextTimestamp(deadline)
    expect((await setPayout({ deadline })).failure).toBeNull()
  })

  test.each<[string, () => Promise<Hex>]>([
    ['of a third party', () => sign(aPayoutMessage(), { signer: thirdPartyAccount })],
    ['with a high s', async () => toHighS(await sign(aPayoutMessage()))],
    ['for another payout', () => sign(aPayoutMessage({ payout: thirdParty }))],
    ['for another merchant', () => sign(aPayoutMessage({ merchant: thirdParty }))],
    ['for another share', () => sign(aPayoutMessage({ splitFeeBps: 50 }))],
    ['for another nonce', () => sign(aPayoutMessage({ nonce: 1n }))],
    ['for another deadline', () => sign(aPayoutMessage({ deadline: 5n }))],
    ['for another chain', () => sign(aPayoutMessage(), { domain: { chainId: 1 } })],
    [
      'for another charger',
      () => sign(aPayoutMessage(), { domain: { verifyingContract: thirdParty } }),
    ],
    ['that is empty', async () => '0x'],
  ])('error: refuses a signature %s', async (_, signed) => {
    const { failure } = await submit(aPayoutMessage(), await signed())
    expect(failure?.name).toBe('SubscriptionChargerInvalidSignature')
    expect(await payoutOf(merchant)).toEqual([zeroAddress, 0n])
  })

  test('error: refuses payouts that could never move the money', async () => {
    const { chain, charger } = fixture
    const implementation = await chain.read({ ...charger, functionName: 'spenderImplementation' })
    for (const address of [charger.to, implementation]) {
      const { failure } = await setPayout({ payout: address })
      expect(failure?.name).toBe('SubscriptionChargerInvalidPayout')
    }
  })

  test('error: a payout to the spender itself charges nothing', async () => {
    await setPayout({ payout: fixture.spender })
    const { failure } = await fixture.charge(await fixture.aCharge())
    expect(failure?.name).toBe('PlanSpenderArrivedShort')
  })
})
