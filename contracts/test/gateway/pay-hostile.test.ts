import { type Address, encodeFunctionData, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { playReceiver, playToken, type ReceiverTrick, type TokenTrick } from '../split/hostile.js'
import {
  buyer,
  createFixture,
  type Fixture,
  funds,
  merchant,
  native,
  paymentsIn,
  receiptKey,
} from './fixture.js'
import { lie, lies } from './sly.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
  await fixture.approve(fixture.sly, funds)
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const pay = (token: Address, amount: bigint, to: Address = merchant) =>
  fixture.chain.send({
    ...fixture.gateway,
    from: buyer,
    functionName: 'pay',
    args: [receiptKey, to, token, amount],
    value: token === native ? amount : 0n,
    gas: 2_000_000n,
  })
/** The call that a hostile contract makes during a payment. It is otherwise valid. */
const flushNative = (payoutAddress: Address) => ({
  target: fixture.gateway.to,
  payload: encodeFunctionData({
    abi: fixture.gateway.abi,
    functionName: 'flush',
    args: [receiptKey, payoutAddress, native],
  }),
})
const reentered = toFunctionSelector('ReentrancyGuardReentrantCall()')

describe('pay', () => {
  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'ReturnGarbage', 'RevertWithBomb', 'BurnGas'])(
    'error: refuses a token that does %s',
    async (trick) => {
      const { chain, sly } = fixture
      await playToken(chain, sly, trick)
      expect((await pay(sly.to, 1_000n)).status).toBe('reverted')
      expect(await chain.getBalance(buyer, sly.to)).toBe(funds)
    },
  )

  test('error: refuses a token that takes a fee', async () => {
    const { chain, sly } = fixture
    await playToken(chain, sly, 'TakeFeeFromAmount')
    const { failure } = await pay(sly.to, 1_000n)
    expect(failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [sly.to, 990n, 1_000n],
    })
    expect(await chain.getBalance(buyer, sly.to)).toBe(funds)
  })

  test('error: refuses a token that reports a transfer without making it', async () => {
    const { chain, sly } = fixture
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await pay(sly.to, 1_000n)).failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [sly.to, 0n, 1_000n],
    })
  })

  test.each(lies)('error: refuses a token with a bad balanceOf: %s', async (lieKind) => {
    const { chain, sly } = fixture
    await lie(chain, sly, lieKind)
    expect((await pay(sly.to, 1_000n)).status).toBe('reverted')
  })

  test.each<TokenTrick>(['TakeFeeFromSender', 'ReturnNothing', 'ReturnBomb'])(
    'behavior: accepts a token that does %s and transfers the full amount',
    async (trick) => {
      const { chain, sly } = fixture
      await playToken(chain, sly, trick)
      expect(paymentsIn(await pay(sly.to, 1_000n))).toMatchObject([{ amount: 1_000n }])
      expect(await chain.getBalance(merchant, sly.to)).toBe(1_000n)
    },
  )

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, sly, depositOf, transfer } = fixture
    await transfer(native, 5n, await depositOf())
    await playToken(chain, sly, 'CallBack', flushNative(merchant))

    const outcome = await pay(sly.to, 1_000n)

    expect(paymentsIn(outcome)).toMatchObject([{ amount: 1_000n }])
    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(reentered)
    expect(await chain.getBalance(await depositOf())).toBe(5n)
  })

  test('behavior: refuses reentrancy by a receiver and pays it', async () => {
    const { chain, receiver, depositOf, transfer } = fixture
    await transfer(native, 5n, await depositOf(receiver.to))
    await playReceiver(chain, receiver, 'CallBack', flushNative(receiver.to))

    const outcome = await pay(native, 1_000n, receiver.to)

    expect(paymentsIn(outcome)).toMatchObject([{ amount: 1_000n }])
    expect(await chain.read({ ...receiver, functionName: 'returnData' })).toBe(reentered)
    expect(await chain.getBalance(receiver.to)).toBe(1_000n)
  })

  test.each<ReceiverTrick>(['Revert', 'RevertWithBomb', 'BurnGas'])(
    'error: refuses a receiver of native tokens that does %s',
    async (trick) => {
      const { chain, receiver } = fixture
      await playReceiver(chain, receiver, trick)
      const before = await chain.getBalance(buyer)
      expect((await pay(native, 1_000n, receiver.to)).status).toBe('reverted')
      expect(await chain.getBalance(buyer)).toBe(before)
    },
  )

  test('behavior: pays a receiver that returns a large response', async () => {
    const { chain, receiver } = fixture
    await playReceiver(chain, receiver, 'ReturnBomb')
    expect(paymentsIn(await pay(native, 1_000n, receiver.to))).toHaveLength(1)
    expect(await chain.getBalance(receiver.to)).toBe(1_000n)
  })
})
