import { type Address, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { accounts, createTestChain, type TestChain } from '../chain.js'
import { native, nativeAlias } from '../split/fixture.js'
import { playReceiver, playToken, receiverTricks, tokenTricks } from '../split/hostile.js'

let chain: TestChain
let user: Contract
let token: Contract
let receiver: Contract
beforeAll(async () => {
  chain = await createTestChain()
  user = await chain.deploy('AssetUser')
  token = await chain.deploy('HostileToken')
  receiver = await chain.deploy('HostileReceiver')
  await chain.mustSend({ ...token, functionName: 'mint', args: [user.to, 1_000n] })
  await chain.mustSend({ to: user.to, value: 1_000n })
})
beforeEach(() => chain.snapshot())
afterEach(() => chain.revert())

const [, thirdParty] = accounts.map(({ address }) => address)
const call = (functionName: string, ...args: unknown[]) =>
  chain.send({ ...user, functionName, args, gas: 1_000_000n })

describe('normalize', () => {
  test('default', async () => {
    const normalize = (asset: Address) =>
      chain.read({ ...user, functionName: 'normalize', args: [asset] })
    expect(await normalize(native)).toBe(zeroAddress)
    expect(await normalize(nativeAlias)).toBe(zeroAddress)
    expect(await normalize(token.to)).toBe(token.to)
  })
})

describe('balanceOf', () => {
  test('default', async () => {
    expect((await call('balanceOf', token.to, user.to)).returned).toBe(1_000n)
    expect((await call('balanceOf', native, user.to)).returned).toBe(1_000n)
    expect((await call('balanceOf', token.to, receiver.to)).returned).toBe(0n)
  })

  test('error: refuses an address without code', async () => {
    const { failure } = await call('balanceOf', thirdParty, user.to)
    expect(failure).toMatchObject({ name: 'AssetBalanceUnknown', args: [thirdParty] })
  })
})

describe('send', () => {
  test('default', async () => {
    await call('send', token.to, receiver.to, 400n)
    await call('send', native, receiver.to, 400n)
    expect(await chain.getBalance(receiver.to, token.to)).toBe(400n)
    expect(await chain.getBalance(receiver.to)).toBe(400n)
  })

  test('error: refuses an amount above the balance', async () => {
    const failure = (await call('send', native, receiver.to, 1_001n)).failure
    expect(failure?.name).toBe('InsufficientBalance')
    expect((await call('send', token.to, receiver.to, 1_001n)).failure?.name).toBe(
      'ERC20InsufficientBalance',
    )
  })

  test('error: refuses a token address without code', async () => {
    const { failure } = await call('send', thirdParty, receiver.to, 1n)
    expect(failure?.name).toBe('SafeERC20FailedOperation')
  })
})

describe('trySend', () => {
  test.each(tokenTricks)(
    'behavior: succeeds exactly when send does, for a token that does %s',
    async (trick) => {
      await playToken(chain, token, trick)
      await chain.snapshot()
      const { status } = await call('send', token.to, receiver.to, 400n)
      const sentBalance = await chain.getBalance(receiver.to, token.to)
      await chain.revert()

      const { returned } = await call('trySend', token.to, receiver.to, 400n)

      expect(returned).toBe(status === 'success')
      if (returned) expect(await chain.getBalance(receiver.to, token.to)).toBe(sentBalance)
    },
  )

  test.each(receiverTricks)(
    'behavior: succeeds exactly when send does, for a receiver that does %s',
    async (trick) => {
      await playReceiver(chain, receiver, trick)
      await chain.snapshot()
      const { status } = await call('send', native, receiver.to, 400n)
      await chain.revert()

      const { returned } = await call('trySend', native, receiver.to, 400n)

      expect(returned).toBe(status === 'success')
      // A receiver that sends back returns one wei while it is paid.
      const expected = trick === 'SendBack' ? 399n : 400n
      expect(await chain.getBalance(receiver.to)).toBe(returned ? expected : 0n)
    },
  )

  test('behavior: returns false for an amount above the balance and for a missing token', async () => {
    expect((await call('trySend', native, receiver.to, 1_001n)).returned).toBe(false)
    expect((await call('trySend', token.to, receiver.to, 1_001n)).returned).toBe(false)
    expect((await call('trySend', thirdParty, receiver.to, 1n)).returned).toBe(false)
  })

  test('behavior: pays an account that does not exist yet', async () => {
    const newAccount = '0x00000000000000000000000000000000deadbeef'
    expect((await call('trySend', native, newAccount, 7n)).returned).toBe(true)
    expect(await chain.getBalance(newAccount)).toBe(7n)
  })

  test('error: reverts with less gas than the limit', async () => {
    for (const [asset, gas] of [
      [native, 160_000n],
      [token.to, 360_000n],
    ] as const) {
      const args = [asset, receiver.to, 1n]
      const { failure } = await chain.send({ ...user, functionName: 'trySend', args, gas })
      expect(failure?.name).toBe('AssetGasTooLow')
    }
  })
})
