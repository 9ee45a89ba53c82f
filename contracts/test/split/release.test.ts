import { type Address, encodeFunctionData, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import {
  buyer,
  createFixture,
  createSplit,
  type Fixture,
  merchant,
  native,
  nativeAlias,
  platform,
} from './fixture.js'
import { playReceiver, playToken, type TokenTrick } from './hostile.js'

let fixture: Fixture
let receiver: Contract
let token: Contract
/** Creates a split with a hostile receiver as platform. */
let hostile: Contract
beforeAll(async () => {
  fixture = await createFixture()
  receiver = await fixture.chain.deploy('HostileReceiver')
  token = await fixture.chain.deploy('HostileToken')
  hostile = await createSplit(fixture, [
    [merchant, 9_000],
    [receiver.to, 1_000],
  ])
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const release = (args: readonly Address[], split: Contract = fixture.split) =>
  fixture.chain.send({ ...split, functionName: 'release', args, gas: 1_000_000n })

describe('release', () => {
  test('default', async () => {
    const { chain, usdc, split, pay } = fixture
    await pay(usdc.to, 100_000n)

    const { returned, logs } = await release([usdc.to, merchant])

    expect(returned).toBe(99_500n)
    expect(logs.at(-1)).toEqual({
      address: split.to,
      eventName: 'PaymentReleased',
      args: { token: usdc.to, account: merchant, amount: 99_500n },
    })
    expect(await chain.getBalance(merchant, usdc.to)).toBe(99_500n)
    expect(await chain.getBalance(split.to, usdc.to)).toBe(500n)
  })

  test('behavior: has the selectors of PaymentSplitter', () => {
    const selectors = fixture.split.abi
      .filter((item) => item.type === 'function' && item.name === 'release')
      .map((item) => toFunctionSelector(item as Parameters<typeof toFunctionSelector>[0]))
    expect(selectors.toSorted()).toEqual(['0x19165587', '0x48b75044'])
  })

  test.each([
    ['release(account)', [merchant]],
    ['release(0x0, account)', [native, merchant]],
    ['release(0xEeee, account)', [nativeAlias, merchant]],
  ])('behavior: pays native tokens by %s', async (_, args) => {
    const { chain, payNative } = fixture
    const before = await chain.getBalance(merchant)
    await payNative(100_000n)
    const { returned, logs } = await release(args)

    expect(returned).toBe(99_500n)
    expect(logs[0]?.args).toEqual({ token: native, account: merchant, amount: 99_500n })
    expect(await chain.getBalance(merchant)).toBe(before + 99_500n)
    for (const again of [[merchant], [native, merchant], [nativeAlias, merchant]]) {
      expect((await release(again)).failure?.name).toBe('MerchantSplitNothingDue')
    }
  })

  test('behavior: the order of release and distribute does not matter', async () => {
    const { chain, usdc, split, pay } = fixture
    await pay(usdc.to, 100_000n)
    await release([usdc.to, platform])
    await pay(usdc.to, 100_000n)
    await chain.mustSend({ ...split, functionName: 'distribute', args: [usdc.to] })
    await pay(usdc.to, 100_000n)
    await release([usdc.to, merchant])

    expect(await chain.getBalance(merchant, usdc.to)).toBe(298_500n)
    expect(await chain.getBalance(platform, usdc.to)).toBe(1_000n)
  })

  test('behavior: pays a receiver that needs more gas than distribute allows', async () => {
    const { chain, payNative } = fixture
    const payload = `0x${'ab'.repeat(2_000)}` as const
    await playReceiver(chain, receiver, 'CallBack', { target: buyer, payload })
    await payNative(1_000n, hostile.to)

    const distributed = { ...hostile, functionName: 'distribute', args: [native] }
    expect((await chain.mustSend(distributed)).returned).toBe(900n)
    expect((await release([receiver.to], hostile)).returned).toBe(100n)
  })

  test('behavior: pays a receiver that re-enters only once', async () => {
    const { chain, payNative } = fixture
    const args = [receiver.to]
    const payload = encodeFunctionData({ abi: hostile.abi, functionName: 'release', args })
    await playReceiver(chain, receiver, 'CallBack', { target: hostile.to, payload })
    await payNative(1_000n, hostile.to)

    expect((await release([receiver.to], hostile)).returned).toBe(100n)
    expect(await chain.read({ ...receiver, functionName: 'calledBack' })).toBe(false)
    expect(await chain.getBalance(receiver.to)).toBe(100n)
  })

  test('behavior: a receiver that reads the split during the call gets correct values', async () => {
    const { chain, payNative } = fixture
    const args = [receiver.to]
    const payload = encodeFunctionData({ abi: hostile.abi, functionName: 'released', args })
    await playReceiver(chain, receiver, 'CallBack', { target: hostile.to, payload })
    await payNative(1_000n, hostile.to)

    await release([receiver.to], hostile)
    expect(BigInt(await chain.read({ ...receiver, functionName: 'returnData' }))).toBe(100n)
  })

  test('error: refuses when nothing is due', async () => {
    const { usdc } = fixture
    const { failure } = await release([usdc.to, merchant])
    expect(failure).toMatchObject({ name: 'MerchantSplitNothingDue', args: [usdc.to, merchant] })
  })

  test('error: refuses an account that is not a recipient', async () => {
    const { chain, usdc, split, pay, payNative } = fixture
    await pay(usdc.to, 100_000n)
    await payNative(100_000n)
    for (const thirdParty of [buyer, native, split.to]) {
      for (const args of [[usdc.to, thirdParty], [thirdParty]]) {
        expect((await release(args)).failure?.name).toBe('MerchantSplitNothingDue')
      }
    }
    expect(await chain.getBalance(split.to, usdc.to)).toBe(100_000n)
  })

  test.each<[TokenTrick, string | null]>([
    ['Revert', 'HostileTokenRefused'],
    ['ReturnFalse', 'SafeERC20FailedOperation'],
    ['ReturnGarbage', 'SafeERC20FailedOperation'],
    ['BurnGas', null],
  ])('error: keeps the claim when a token does %s', async (trick, name) => {
    const { chain } = fixture
    await chain.mustSend({ ...token, functionName: 'mint', args: [hostile.to, 1_000n] })
    await playToken(chain, token, trick)
    const { status, failure } = await release([token.to, merchant], hostile)
    expect({ status, name: failure?.name }).toEqual({ status: 'reverted', name })

    await playToken(chain, token, 'None')
    expect((await release([token.to, merchant], hostile)).returned).toBe(900n)
  })

  test('error: a receiver that refuses money does not block the other', async () => {
    const { chain, payNative } = fixture
    await playReceiver(chain, receiver, 'Revert')
    await payNative(1_000n, hostile.to)
    const { failure } = await release([receiver.to], hostile)
    expect(failure?.name).toBe('HostileReceiverRefused')
    expect((await release([merchant], hostile)).returned).toBe(900n)
  })

  test('error: the implementation has no recipients', async () => {
    const { chain, factory, usdc, pay, split } = fixture
    const to: Address = await chain.read({ ...factory, functionName: 'implementation' })
    await pay(usdc.to, 10_000n, to)
    await chain.setBalance(to, 10_000n)
    for (const args of [[usdc.to, merchant], [merchant]]) {
      const { failure } = await release(args, { ...split, to })
      expect(failure?.name).toBe('CloneCodeNotAClone')
    }
  })
})
