import fc from 'fast-check'
import { type Address, parseEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buyer,
  createFixture,
  type Fixture,
  funds,
  keyOf,
  merchant,
  native,
  nativeAlias,
  paymentsIn,
  receiptKey,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const pay = (
  token: Address,
  amount: bigint,
  { key = receiptKey, to = merchant as Address, value = 0n, from = buyer } = {},
) =>
  fixture.chain.send({
    ...fixture.gateway,
    from,
    value,
    functionName: 'pay',
    args: [key, to, token, amount],
  })

describe('pay', () => {
  test('default', async () => {
    const { chain, gateway, usdc, approve } = fixture
    await approve(usdc, 30_000_000n)

    const outcome = await pay(usdc.to, 25_000_000n)

    expect(paymentsIn(outcome)).toEqual([
      { receiptKey, payoutAddress: merchant, payer: buyer, token: usdc.to, amount: 25_000_000n },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(25_000_000n)
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds - 25_000_000n)
    expect(await chain.getBalance(gateway.to, usdc.to)).toBe(0n)
    expect(
      await chain.read({ ...usdc, functionName: 'allowance', args: [buyer, gateway.to] }),
    ).toBe(5_000_000n)
  })

  test('behavior: accepts a token without a return value', async () => {
    const { chain, usdt, approve } = fixture
    await approve(usdt, 7n)
    expect(paymentsIn(await pay(usdt.to, 7n))).toMatchObject([{ token: usdt.to, amount: 7n }])
    expect(await chain.getBalance(merchant, usdt.to)).toBe(7n)
  })

  test.each([native, nativeAlias] as const)(
    'behavior: accepts native tokens as %s',
    async (token) => {
      const { chain, gateway } = fixture
      const value = parseEther('0.25')
      const before = await chain.getBalance(merchant)

      const outcome = await pay(token, value, { value })

      expect(paymentsIn(outcome)).toEqual([
        { receiptKey, payoutAddress: merchant, payer: buyer, token: native, amount: value },
      ])
      expect(await chain.getBalance(merchant)).toBe(before + value)
      expect(await chain.getBalance(gateway.to)).toBe(0n)
    },
  )

  test('behavior: a receipt can be paid in parts and in several tokens', async () => {
    const { usdc, usdt, approve } = fixture
    await approve(usdc, 10n)
    await approve(usdt, 10n)
    const parts = [await pay(usdc.to, 4n), await pay(usdc.to, 6n), await pay(usdt.to, 10n)]
    expect(parts.flatMap(paymentsIn).map(({ amount }) => amount)).toEqual([4n, 6n, 10n])
  })

  test('property: the event contains the amount that arrives and that the buyer pays', async () => {
    const { chain, usdc, approve } = fixture
    await approve(usdc, funds)
    const amounts = fc.bigInt({ min: 1n, max: funds / 1_000n })
    await fc.assert(
      fc.asyncProperty(amounts, fc.nat(), async (amount, receipt) => {
        const [paid, had] = [
          await chain.getBalance(merchant, usdc.to),
          await chain.getBalance(buyer, usdc.to),
        ]
        const outcome = await pay(usdc.to, amount, { key: keyOf(receipt) })
        expect(paymentsIn(outcome)).toMatchObject([{ receiptKey: keyOf(receipt), amount }])
        expect(await chain.getBalance(merchant, usdc.to)).toBe(paid + amount)
        expect(await chain.getBalance(buyer, usdc.to)).toBe(had - amount)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test.each([
    { sent: 4n, amount: 5n },
    { sent: 6n, amount: 5n },
    { sent: 0n, amount: 5n },
  ])(
    'error: refuses native tokens that differs from the amount, $sent',
    async ({ sent, amount }) => {
      const { failure } = await pay(native, amount, { value: sent })
      expect(failure).toMatchObject({ name: 'PaymentGatewayWrongValue', args: [sent, amount] })
    },
  )

  test('error: refuses native tokens with a token payment', async () => {
    const { chain, usdc, approve } = fixture
    await approve(usdc, 5n)
    const { failure } = await pay(usdc.to, 5n, { value: 1n })
    expect(failure).toMatchObject({ name: 'PaymentGatewayWrongValue', args: [1n, 0n] })
    expect(await chain.getBalance(merchant, usdc.to)).toBe(0n)
  })

  test.each([native, 'usdc'])('error: refuses a zero amount of %s', async (token) => {
    const address = token === native ? native : fixture.usdc.to
    expect((await pay(address, 0n)).failure).toMatchObject({ name: 'PaymentGatewayZeroAmount' })
  })

  test('error: refuses a payout address that cannot forward money', async () => {
    const { gateway, usdc, approve } = fixture
    await approve(usdc, 5n)
    for (const to of [native, gateway.to] as const) {
      const { failure } = await pay(usdc.to, 5n, { to })
      expect(failure).toMatchObject({ name: 'PaymentGatewayInvalidPayoutAddress', args: [to] })
    }
  })

  test('error: refuses an amount above the allowance or the balance', async () => {
    const { usdc, approve } = fixture
    await approve(usdc, 5n)
    expect((await pay(usdc.to, 6n)).failure?.name).toBe('ERC20InsufficientAllowance')
    await approve(usdc, funds + 1n)
    expect((await pay(usdc.to, funds + 1n)).failure?.name).toBe('ERC20InsufficientBalance')
  })

  test('error: refuses the buyer as payout address', async () => {
    const { usdc, approve } = fixture
    await approve(usdc, 5n)
    const { failure } = await pay(usdc.to, 5n, { to: buyer })
    expect(failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [usdc.to, 0n, 5n],
    })
  })

  test('error: refuses a token address without code', async () => {
    expect((await pay(merchant, 5n)).failure).toMatchObject({ name: 'AssetBalanceUnknown' })
  })
})
