import { type Address, encodeFunctionData, parseEther, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { createFixture, createSplit, type Fixture, merchant, native, platform } from './fixture.js'
import { playReceiver, playToken, type ReceiverTrick, type TokenTrick } from './hostile.js'

let fixture: Fixture
let receiver: Contract
let token: Contract
/** Creates a split with a hostile receiver as platform. */
let split: Contract
beforeAll(async () => {
  fixture = await createFixture()
  const { chain } = fixture
  receiver = await chain.deploy('HostileReceiver')
  token = await chain.deploy('HostileToken')
  split = await createSplit(fixture, [
    [merchant, 9_000],
    [receiver.to, 1_000],
  ])
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const distribute = (asset: Address, gas = 5_000_000n) =>
  fixture.chain.send({ ...split, functionName: 'distribute', args: [asset], gas })
const releasable = (asset: Address, account: Address): Promise<bigint> =>
  fixture.chain.read({ ...split, functionName: 'releasable', args: [asset, account] })

describe('distribute', () => {
  test.each<ReceiverTrick>(['Revert', 'BurnGas', 'RevertWithBomb'])(
    'behavior: skips a receiver that does %s at a limited cost, and keeps its claim',
    async (trick) => {
      const { chain, payNative } = fixture
      await playReceiver(chain, receiver, trick)
      await payNative(1_000n, split.to)
      const before = await chain.getBalance(merchant)

      const { returned, gasUsed } = await distribute(native)

      expect(returned).toBe(900n)
      expect(gasUsed).toBeLessThan(250_000n)
      expect(await chain.getBalance(merchant)).toBe(before + 900n)
      expect(await releasable(native, receiver.to)).toBe(100n)

      await playReceiver(chain, receiver, 'Accept')
      expect((await distribute(native)).returned).toBe(100n)
      expect(await chain.getBalance(receiver.to)).toBe(100n)
    },
  )

  test('behavior: pays a receiver that returns a large response, without reading it', async () => {
    const { chain, payNative } = fixture
    await playReceiver(chain, receiver, 'ReturnBomb')
    await payNative(1_000n, split.to)
    const { returned, gasUsed } = await distribute(native)
    expect(returned).toBe(1_000n)
    expect(gasUsed).toBeLessThan(250_000n)
  })

  test.each([
    ['distribute', () => [native]],
    ['release', () => [native, receiver.to]],
    ['release', () => [merchant]],
  ])('behavior: refuses reentrancy by a receiver through %s', async (functionName, toArgs) => {
    const { chain, payNative } = fixture
    const args = toArgs()
    const payload = encodeFunctionData({ abi: split.abi, functionName, args })
    await playReceiver(chain, receiver, 'CallBack', { target: split.to, payload })
    await payNative(1_000n, split.to)

    expect((await distribute(native)).returned).toBe(1_000n)

    expect(await chain.read({ ...receiver, functionName: 'calledBack' })).toBe(false)
    const response = await chain.read({ ...receiver, functionName: 'returnData' })
    expect(response).toBe(toFunctionSelector('ReentrancyGuardReentrantCall()'))
    expect(await chain.getBalance(receiver.to)).toBe(100n)
  })

  test('behavior: counts what a receiver sends back as new money of all recipients', async () => {
    const { chain, payNative } = fixture
    await playReceiver(chain, receiver, 'SendBack')
    await payNative(1_000n, split.to)
    expect((await distribute(native)).returned).toBe(1_000n)
    expect(await chain.getBalance(split.to)).toBe(1n)
    await playReceiver(chain, receiver, 'Accept')
    await payNative(9n, split.to)
    expect(await releasable(native, merchant)).toBe(9n)
    expect(await releasable(native, receiver.to)).toBe(1n)
  })

  test('behavior: a receiver that reads the split during the call gets correct values', async () => {
    const { chain, payNative } = fixture
    const payload = encodeFunctionData({
      abi: split.abi,
      functionName: 'releasable',
      args: [receiver.to],
    })
    await playReceiver(chain, receiver, 'CallBack', { target: split.to, payload })
    await payNative(1_000n, split.to)
    await distribute(native)
    expect(await chain.read({ ...receiver, functionName: 'calledBack' })).toBe(true)
    expect(BigInt(await chain.read({ ...receiver, functionName: 'returnData' }))).toBe(0n)
  })

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'RevertWithBomb', 'BurnGas'])(
    'behavior: pays the other recipient when a token does %s to one',
    async (trick) => {
      const { chain } = fixture
      await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
      await playToken(chain, token, trick, { victim: receiver.to })

      const { returned, gasUsed } = await distribute(token.to)

      expect(returned).toBe(900n)
      expect(gasUsed).toBeLessThan(550_000n)
      expect(await chain.getBalance(merchant, token.to)).toBe(900n)
      expect(await releasable(token.to, receiver.to)).toBe(100n)
      expect(await releasable(token.to, merchant)).toBe(0n)
    },
  )

  test.each<TokenTrick>(['ReturnNothing', 'ReturnBomb', 'TakeFeeFromAmount'])(
    'behavior: counts a transfer of a token that does %s as paid',
    async (trick) => {
      const { chain } = fixture
      await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
      await playToken(chain, token, trick)
      expect((await distribute(token.to)).returned).toBe(1_000n)
      expect(await chain.getBalance(split.to, token.to)).toBe(0n)
    },
  )

  test('behavior: counts a transfer that does not return true as unpaid', async () => {
    const { chain } = fixture
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
    await playToken(chain, token, 'ReturnGarbage')
    const { returned, logs } = await distribute(token.to)
    expect(returned).toBe(0n)
    expect(logs.map(({ eventName }) => eventName)).not.toContain('PaymentReleased')
  })

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain } = fixture
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
    const args = [token.to, merchant]
    const payload = encodeFunctionData({ abi: split.abi, functionName: 'release', args })
    await playToken(chain, token, 'CallBack', { target: split.to, payload })

    expect((await distribute(token.to)).returned).toBe(1_000n)
    expect(await chain.read({ ...token, functionName: 'calledBack' })).toBe(false)
  })

  test('behavior: a token that shrinks balances reduces the amount due, and pays no recipient twice', async () => {
    const { chain } = fixture
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
    await distribute(token.to)
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
    await chain.mustSend({ ...token, functionName: 'shrink', args: [split.to, 1_000n] })
    expect(await distribute(token.to)).toMatchObject({ status: 'success', returned: 0n })

    await playToken(chain, token, 'TakeFeeFromSender')
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 1_000n] })
    // The first recipient is paid. The fee leaves too little for the second.
    const { returned } = await distribute(token.to)
    expect([100n, 900n]).toContain(returned)
    expect(await distribute(token.to)).toMatchObject({ status: 'success' })
  })

  test('behavior: a hostile token does not change the amounts due in other assets', async () => {
    const { chain, usdc, pay, payNative } = fixture
    await pay(usdc.to, 1_000n, split.to)
    await payNative(parseEther('1'), split.to)
    await chain.mustSend({ ...token, functionName: 'mint', args: [split.to, 2n ** 255n] })
    await playToken(chain, token, 'CallBack', {
      target: split.to,
      payload: encodeFunctionData({ abi: split.abi, functionName: 'distribute', args: [usdc.to] }),
    })
    expect(await distribute(token.to)).toMatchObject({ status: 'reverted' })
    expect((await distribute(usdc.to)).returned).toBe(1_000n)
    expect((await distribute(native)).returned).toBe(parseEther('1'))
  })

  test('behavior: pays a recipient after its removal from the blacklist', async () => {
    const { chain, usdc, pay, split } = fixture
    const distributed = { ...split, functionName: 'distribute', args: [usdc.to] }
    await chain.mustSend({ ...usdc, functionName: 'blacklist', args: [platform] })
    await pay(usdc.to, 100_000n)
    expect((await chain.mustSend(distributed)).returned).toBe(99_500n)
    await pay(usdc.to, 100_000n)
    expect((await chain.mustSend(distributed)).returned).toBe(99_500n)

    await chain.mustSend({ ...usdc, functionName: 'unBlacklist', args: [platform] })
    expect((await chain.mustSend(distributed)).returned).toBe(1_000n)
    expect(await chain.getBalance(platform, usdc.to)).toBe(1_000n)
  })

  test('error: too little gas reverts instead of skipping a recipient', async () => {
    const { chain, usdc, pay, payNative } = fixture
    await pay(usdc.to, 1_000n, split.to)
    await payNative(1_000n, split.to)
    for (const asset of [usdc.to, native]) {
      for (let gas = 30_000n; gas < 700_000n; gas += 7_000n) {
        await chain.snapshot()
        const { returned } = await distribute(asset, gas)
        expect([null, 1_000n], `with ${gas} gas`).toContain(returned)
        await chain.revert()
      }
      const { failure } = await distribute(asset, 130_000n)
      expect(failure?.name).toBe('AssetGasTooLow')
    }
  })
})
