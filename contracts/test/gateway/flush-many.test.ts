import { type Address, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { playReceiver, playToken, type ReceiverTrick, type TokenTrick } from '../split/hostile.js'
import {
  createFixture,
  type Fixture,
  keyOf,
  merchant,
  native,
  paymentsIn,
  receiptKey,
} from './fixture.js'
import { lie, lies } from './sly.js'

type Flush = { receiptKey: Hex; payoutAddress: Address; token: Address }

let fixture: Fixture
let flushGas: bigint
beforeAll(async () => {
  fixture = await createFixture()
  const { chain, gateway } = fixture
  flushGas = await chain.read({ ...gateway, functionName: 'FLUSH_GAS' })
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** Mints `amount` to the deposit address of a flush. */
async function payIn(token: Address, amount: bigint, key: Hex, to: Address = merchant) {
  await fixture.transfer(token, amount, await fixture.depositOf(to, key))
  return { receiptKey: key, payoutAddress: to, token }
}
/** The cost of the transaction before the contract runs, plus a small reserve. */
const ownGas = (count: number) => 23_000n + 1_300n * BigInt(count)
/** Sends exactly the gas that the contract documents as sufficient. */
const flushMany = (
  flushes: readonly Flush[],
  gas = ownGas(flushes.length) + flushGas * BigInt(flushes.length),
) =>
  fixture.chain.send({
    ...fixture.gateway,
    functionName: 'flushMany',
    args: [flushes],
    gas,
  })

/** A failing flush between two valid ones. */
async function surround(invalidFlush: Flush): Promise<Flush[]> {
  const { usdc } = fixture
  return [
    await payIn(usdc.to, 5n, keyOf('before')),
    invalidFlush,
    await payIn(usdc.to, 6n, keyOf('after')),
  ]
}

async function expectOthersPaid(invalidFlush: Flush): Promise<void> {
  const outcome = await flushMany(await surround(invalidFlush))
  expect(paymentsIn(outcome).map(({ amount }) => amount)).toEqual([5n, 6n])
  expect(outcome.logs.filter(({ eventName }) => eventName === 'FlushFailed')).toMatchObject([
    { args: invalidFlush },
  ])
}

describe('flushMany', () => {
  test('default', async () => {
    const { chain, usdc, usdt } = fixture
    const before = await chain.getBalance(merchant)
    const flushes = [
      await payIn(usdc.to, 5n, keyOf(1)),
      await payIn(usdt.to, 6n, keyOf(2)),
      await payIn(native, 7n, keyOf(2)),
      { receiptKey: keyOf('empty'), payoutAddress: merchant, token: usdc.to },
    ]

    const outcome = await flushMany(flushes)

    expect(paymentsIn(outcome)).toMatchObject(
      [5n, 6n, 7n].map((amount, index) => ({ ...flushes[index], amount })),
    )
    expect(outcome.logs.some(({ eventName }) => eventName === 'FlushFailed')).toBe(false)
    expect(await chain.getBalance(merchant, usdc.to)).toBe(5n)
    expect(await chain.getBalance(merchant)).toBe(before + 7n)
  })

  test('behavior: accepts an empty list', async () => {
    expect(await flushMany([])).toMatchObject({ status: 'success', logs: [] })
  })

  test('behavior: pays a duplicate once', async () => {
    const paid = await payIn(fixture.usdc.to, 5n, receiptKey)
    expect(paymentsIn(await flushMany([paid, paid]))).toMatchObject([{ amount: 5n }])
  })

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'ReturnGarbage', 'RevertWithBomb', 'BurnGas'])(
    'behavior: a token that does %s does not block the others',
    async (trick) => {
      const { chain, sly } = fixture
      const bad = await payIn(sly.to, 1_000n, receiptKey)
      await playToken(chain, sly, trick)
      await expectOthersPaid(bad)
    },
  )

  test.each(lies)(
    'behavior: a token with a bad balanceOf, %s, does not block the others',
    async (lieKind) => {
      const { chain, sly } = fixture
      const bad = await payIn(sly.to, 1_000n, receiptKey)
      await lie(chain, sly, lieKind)
      await expectOthersPaid(bad)
    },
  )

  test.each<ReceiverTrick>(['Revert', 'RevertWithBomb', 'BurnGas'])(
    'behavior: a receiver that does %s does not block the others',
    async (trick) => {
      const { chain, receiver } = fixture
      const bad = await payIn(native, 1_000n, receiptKey, receiver.to)
      await playReceiver(chain, receiver, trick)
      await expectOthersPaid(bad)
    },
  )

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, gateway, sly, depositOf, transfer } = fixture
    await transfer(native, 5n, await depositOf())
    const args = [receiptKey, merchant, native]
    const payload = encodeFunctionData({ abi: gateway.abi, functionName: 'flush', args })
    const paid = await payIn(sly.to, 1_000n, receiptKey)
    await playToken(chain, sly, 'CallBack', { target: gateway.to, payload })

    expect(paymentsIn(await flushMany([paid]))).toMatchObject([{ token: sly.to, amount: 1_000n }])

    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(
      toFunctionSelector('ReentrancyGuardReentrantCall()'),
    )
  })

  test('behavior: an invalid flush does not block the others', async () => {
    const { gateway, usdc } = fixture
    await expectOthersPaid({ receiptKey, payoutAddress: native, token: usdc.to })
    await expectOthersPaid({ receiptKey, payoutAddress: gateway.to, token: usdc.to })
    await expectOthersPaid({ receiptKey, payoutAddress: merchant, token: merchant })
  })

  test('behavior: pays the last deposit even if all others burn their gas', async () => {
    const { chain, usdc, sly } = fixture
    const invalidFlushes: Flush[] = []
    for (let i = 0; i < 5; i += 1) invalidFlushes.push(await payIn(sly.to, 1n, keyOf(i)))
    await lie(chain, sly, 'BurnGas')
    const payment = await payIn(usdc.to, 9n, receiptKey)
    expect(paymentsIn(await flushMany([...invalidFlushes, payment]))).toMatchObject([
      { amount: 9n },
    ])
  })

  test('behavior: a token may use the full documented gas', async () => {
    const { chain, gateway, sly, transfer } = fixture
    await transfer(sly.to, 1n, merchant)
    const slow = await payIn(sly.to, 1_000n, receiptKey)
    const read: bigint = await chain.read({ ...gateway, functionName: 'READ_GAS' })
    const sweep: bigint = await chain.read({ ...gateway, functionName: 'SWEEP_GAS' })
    const readGas = read - 10_000n
    // The sweep reads the balance twice.
    const args = [readGas, sweep - 2n * readGas - 32_000n]
    await chain.mustSend({ ...sly, functionName: 'waste', args })

    expect(paymentsIn(await flushMany([slow]))).toMatchObject([{ amount: 1_000n }])
  })

  test('error: too little gas reverts the whole call', async () => {
    const { chain, usdc } = fixture
    const flushes = [await payIn(usdc.to, 5n, keyOf(1)), await payIn(usdc.to, 6n, keyOf(2))]
    const { failure } = await flushMany(flushes, ownGas(2) + flushGas)
    expect(failure?.name).toBe('PaymentGatewayGasTooLow')
    expect(await chain.getBalance(merchant, usdc.to)).toBe(0n)
  })
})
