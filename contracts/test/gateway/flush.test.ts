import { parseEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import { createSplit } from '../split/fixture.js'
import {
  buyer,
  createFixture,
  type Fixture,
  keyOf,
  merchant,
  native,
  nativeAlias,
  paymentsIn,
  receiptKey,
  thirdParty,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

describe('flush', () => {
  test('default', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const deposit = await depositOf()
    await transfer(usdc.to, 25_000_000n, deposit)

    const outcome = await flush(usdc.to)

    expect(outcome.returned).toBe(25_000_000n)
    expect(paymentsIn(outcome)).toEqual([
      { receiptKey, payoutAddress: merchant, payer: deposit, token: usdc.to, amount: 25_000_000n },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(25_000_000n)
    expect(await chain.getBalance(deposit, usdc.to)).toBe(0n)
  })

  test('behavior: accepts a token without a return value', async () => {
    const { chain, usdt, depositOf, transfer, flush } = fixture
    await transfer(usdt.to, 7n, await depositOf())
    expect((await flush(usdt.to)).returned).toBe(7n)
    expect(await chain.getBalance(merchant, usdt.to)).toBe(7n)
  })

  test.each([native, nativeAlias] as const)(
    'behavior: accepts native tokens as %s',
    async (token) => {
      const { chain, depositOf, transfer, flush } = fixture
      const deposit = await depositOf()
      const before = await chain.getBalance(merchant)
      await transfer(native, parseEther('2'), deposit)

      const outcome = await flush(token)

      expect(paymentsIn(outcome)).toEqual([
        {
          receiptKey,
          payoutAddress: merchant,
          payer: deposit,
          token: native,
          amount: parseEther('2'),
        },
      ])
      expect(await chain.getBalance(merchant)).toBe(before + parseEther('2'))
      expect(await chain.getBalance(deposit)).toBe(0n)
    },
  )

  test('behavior: flushes a late payment from the deployed clone', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const deposit = await depositOf()
    await transfer(usdc.to, 5n, deposit)
    await flush(usdc.to)
    // The gas of Solidity's `transfer`: 2,300 on top of the transaction's own.
    await chain.mustSend({ to: deposit, from: buyer, value: 9n, gas: 23_300n })
    await transfer(usdc.to, 6n, deposit)

    expect((await flush(usdc.to)).returned).toBe(6n)
    expect((await flush(native)).returned).toBe(9n)
    expect(await chain.getBalance(merchant, usdc.to)).toBe(11n)
  })

  test('behavior: the clone returns its receipt key and payout address', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const deposit = at('Deposit', await depositOf())
    await transfer(usdc.to, 5n, deposit.to)
    await flush(usdc.to)
    expect(await chain.read({ ...deposit, functionName: 'payoutAddress' })).toBe(merchant)
    expect(await chain.read({ ...deposit, functionName: 'receiptKey' })).toBe(receiptKey)
  })

  test('behavior: does nothing without a balance', async () => {
    const { chain, usdc, depositOf, flush } = fixture
    const outcome = await flush(usdc.to)
    expect(outcome).toMatchObject({ status: 'success', returned: 0n, logs: [] })
    expect(await flush(native)).toMatchObject({ status: 'success', returned: 0n, logs: [] })
    expect(await chain.getCode(await depositOf())).toBe('0x')
  })

  test('behavior: the payout address may be a split', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const factory = await chain.deploy('SplitFactory')
    const split = await createSplit({ chain, factory }, [
      [merchant, 9_000],
      [thirdParty, 1_000],
    ])
    const before = await chain.getBalance(thirdParty)
    await transfer(usdc.to, 500n, await depositOf(split.to))
    await transfer(native, 600n, await depositOf(split.to))

    expect((await flush(usdc.to, split.to)).returned).toBe(500n)
    expect((await flush(native, split.to)).returned).toBe(600n)

    for (const token of [usdc.to, native] as const) {
      await chain.mustSend({ ...split, functionName: 'distribute', args: [token] })
    }
    expect(await chain.getBalance(merchant, usdc.to)).toBe(450n)
    expect(await chain.getBalance(thirdParty)).toBe(before + 60n)
  })

  test('behavior: another payout address or receipt moves no money', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    await transfer(usdc.to, 5n, await depositOf())
    expect((await flush(usdc.to, thirdParty)).returned).toBe(0n)
    expect((await flush(usdc.to, merchant, keyOf('another'))).returned).toBe(0n)
    expect(await chain.getBalance(await depositOf(), usdc.to)).toBe(5n)
  })

  test('error: fails while the payout address refuses money, and pays it later', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const deposit = await depositOf()
    await transfer(usdc.to, 5n, deposit)
    await chain.mustSend({ ...usdc, functionName: 'blacklist', args: [merchant] })

    expect((await flush(usdc.to)).failure).toMatchObject({
      name: 'TestTokenBlacklisted',
      args: [merchant],
    })
    expect(await chain.getBalance(deposit, usdc.to)).toBe(5n)

    await chain.mustSend({ ...usdc, functionName: 'unBlacklist', args: [merchant] })
    expect((await flush(usdc.to)).returned).toBe(5n)
  })

  test('error: refuses a payout address that cannot forward money', async () => {
    const { gateway, usdc, flush } = fixture
    for (const payoutAddress of [native, gateway.to] as const) {
      expect((await flush(usdc.to, payoutAddress)).failure).toMatchObject({
        name: 'PaymentGatewayInvalidPayoutAddress',
        args: [payoutAddress],
      })
    }
  })

  test('error: refuses a token address without code', async () => {
    expect((await fixture.flush(merchant)).status).toBe('reverted')
  })
})
