import { encodeFunctionData, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { playReceiver, playToken, type ReceiverTrick, type TokenTrick } from '../split/hostile.js'
import { createFixture, type Fixture, merchant, native, paymentsIn, receiptKey } from './fixture.js'
import { lie, lies } from './sly.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
  const { sly, receiver, depositOf, transfer } = fixture
  await transfer(sly.to, 1_000n, await depositOf())
  await transfer(native, 1_000n, await depositOf(receiver.to))
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const reentered = toFunctionSelector('ReentrancyGuardReentrantCall()')
/** A call that is otherwise valid. */
const flushAgain = () => ({
  target: fixture.gateway.to,
  payload: encodeFunctionData({
    abi: fixture.gateway.abi,
    functionName: 'flush',
    args: [receiptKey, fixture.receiver.to, native],
  }),
})

describe('flush', () => {
  test('behavior: records the amount after the fee of a token', async () => {
    const { chain, sly, flush } = fixture
    await playToken(chain, sly, 'TakeFeeFromAmount')
    const outcome = await flush(sly.to)
    expect(outcome.returned).toBe(990n)
    expect(paymentsIn(outcome)).toMatchObject([{ amount: 990n }])
    expect(await chain.getBalance(merchant, sly.to)).toBe(990n)
  })

  test.each<TokenTrick>(['ReturnNothing', 'ReturnBomb'])(
    'behavior: accepts a token that does %s and transfers the full amount',
    async (trick) => {
      const { chain, sly, flush } = fixture
      await playToken(chain, sly, trick)
      expect((await flush(sly.to)).returned).toBe(1_000n)
      expect(await chain.getBalance(merchant, sly.to)).toBe(1_000n)
    },
  )

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'ReturnGarbage', 'RevertWithBomb', 'BurnGas'])(
    'error: refuses a token that does %s',
    async (trick) => {
      const { chain, sly, depositOf, flush } = fixture
      await playToken(chain, sly, trick)
      expect((await flush(sly.to)).status).toBe('reverted')
      expect(await chain.getBalance(await depositOf(), sly.to)).toBe(1_000n)
    },
  )

  test('error: refuses a token that reports a transfer without making it', async () => {
    const { chain, sly, flush } = fixture
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await flush(sly.to)).failure).toMatchObject({
      name: 'DepositNothingArrived',
      args: [sly.to],
    })
  })

  test.each(lies)('error: refuses a token with a bad balanceOf: %s', async (lieKind) => {
    const { chain, sly, flush } = fixture
    await lie(chain, sly, lieKind)
    expect((await flush(sly.to)).status).toBe('reverted')
  })

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, sly, flush } = fixture
    await playToken(chain, sly, 'CallBack', flushAgain())
    expect(paymentsIn(await flush(sly.to))).toMatchObject([{ token: sly.to, amount: 1_000n }])
    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(reentered)
  })

  test('behavior: does not count money that arrives from another source during the flush', async () => {
    const { chain, sly, flush } = fixture
    const payload = encodeFunctionData({
      abi: sly.abi,
      functionName: 'mint',
      args: [merchant, 500n],
    })
    await playToken(chain, sly, 'CallBack', { target: sly.to, payload })
    expect((await flush(sly.to)).returned).toBe(1_000n)
    expect(await chain.getBalance(merchant, sly.to)).toBe(1_500n)
  })

  test('behavior: refuses reentrancy by a receiver and pays it once', async () => {
    const { chain, receiver, flush } = fixture
    await playReceiver(chain, receiver, 'CallBack', flushAgain())
    expect(paymentsIn(await flush(native, receiver.to))).toMatchObject([{ amount: 1_000n }])
    expect(await chain.read({ ...receiver, functionName: 'returnData' })).toBe(reentered)
    expect(await chain.getBalance(receiver.to)).toBe(1_000n)
  })

  test.each<ReceiverTrick>(['Revert', 'RevertWithBomb', 'BurnGas', 'SendBack'])(
    'error: fails while a receiver does %s, and pays it later',
    async (trick) => {
      const { chain, receiver, depositOf, flush } = fixture
      await playReceiver(chain, receiver, trick)
      expect((await flush(native, receiver.to)).status).toBe('reverted')
      expect(await chain.getBalance(await depositOf(receiver.to))).toBe(1_000n)

      await playReceiver(chain, receiver, 'Accept')
      expect((await flush(native, receiver.to)).returned).toBe(1_000n)
    },
  )
})
