import { parseEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../chain.js'
import {
  balancesOf,
  buyer,
  createFixture,
  createSplit,
  type Fixture,
  merchant,
  native,
  nativeAlias,
  platform,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const distribute = (token: string, options: object = {}) =>
  fixture.chain.send({
    ...fixture.split,
    functionName: 'distribute',
    args: [token],
    ...options,
  })

describe('distribute', () => {
  test('default', async () => {
    const { chain, usdc, split, pay } = fixture
    await pay(usdc.to, 100_000_000n)

    const { status, returned, logs } = await distribute(usdc.to)

    expect({ status, returned }).toEqual({ status: 'success', returned: 100_000_000n })
    expect(logs.filter(({ eventName }) => eventName === 'PaymentReleased')).toEqual([
      {
        address: split.to,
        eventName: 'PaymentReleased',
        args: { token: usdc.to, account: platform, amount: 500_000n },
      },
      {
        address: split.to,
        eventName: 'PaymentReleased',
        args: { token: usdc.to, account: merchant, amount: 99_500_000n },
      },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(99_500_000n)
    expect(await chain.getBalance(platform, usdc.to)).toBe(500_000n)
    expect(await chain.getBalance(split.to, usdc.to)).toBe(0n)
  })

  test('behavior: accepts both addresses of native tokens', async () => {
    const { chain, split, payNative } = fixture
    const before = await chain.getBalance(merchant)
    await payNative(parseEther('1'))
    expect((await distribute(native)).returned).toBe(parseEther('1'))
    await payNative(parseEther('2'))
    const { returned, logs } = await distribute(nativeAlias)

    expect(returned).toBe(parseEther('2'))
    expect(logs.map(({ args }) => args['token'])).toEqual([native, native])
    expect(await chain.getBalance(merchant)).toBe(before + parseEther('2.985'))
    for (const name of [native, nativeAlias]) {
      const released = { ...split, functionName: 'totalReleased', args: [name] }
      expect(await chain.read(released)).toBe(parseEther('3'))
    }
  })

  test('behavior: accepts a token without a return value', async () => {
    const { chain, usdt, pay } = fixture
    await pay(usdt.to, 1_000_000n)
    expect((await distribute(usdt.to)).returned).toBe(1_000_000n)
    expect(await chain.getBalance(merchant, usdt.to)).toBe(995_000n)
  })

  test('behavior: rounds down each share of the total received, not of each payment', async () => {
    const { chain, usdc, pay } = fixture
    const paid: bigint[] = []
    for (let payment = 0; payment < 200; payment += 40) {
      await pay(usdc.to, 40n)
      paid.push((await distribute(usdc.to)).returned)
    }
    // 39.8, 79.6, 119.4, 159.2 and 199 for the merchant; 0.2, 0.4, 0.6, 0.8 and 1 for the platform.
    expect(paid).toEqual([39n, 40n, 40n, 40n, 41n])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(199n)
    expect(await chain.getBalance(platform, usdc.to)).toBe(1n)
  })

  test('behavior: distributes money that arrived before the split was deployed', async () => {
    const { chain, factory, usdc, pay, payNative } = fixture
    const recipients = [[merchant, 4_000] as const, [platform, 6_000] as const]
    await chain.snapshot()
    const { to } = await createSplit({ chain, factory }, recipients)
    await chain.revert()
    await pay(usdc.to, 10n, to)
    await payNative(10n, to)
    expect(await chain.getCode(to)).toBe('0x')

    await createSplit({ chain, factory }, recipients)

    expect((await distribute(usdc.to, { to })).returned).toBe(10n)
    expect((await distribute(native, { to })).returned).toBe(10n)
    expect(await chain.getBalance(merchant, usdc.to)).toBe(4n)
  })

  test('behavior: pays sixteen recipients, one with a minimal share', async () => {
    const { chain, factory, usdc, pay } = fixture
    const accounts = Array.from({ length: 16 }, (_, index) => account(index + 1))
    const recipients = accounts.map((address, index) => [address, index === 0 ? 9_985 : 1] as const)
    const split = await createSplit({ chain, factory }, recipients)
    await pay(usdc.to, 1_000_000n, split.to)

    expect((await distribute(usdc.to, { to: split.to })).returned).toBe(1_000_000n)

    const balances = await balancesOf(chain, accounts, usdc.to)
    expect(balances).toEqual([998_500n, ...Array.from({ length: 15 }, () => 100n)])
  })

  test('behavior: pays nothing when nothing is due', async () => {
    const { usdc } = fixture
    for (const token of [usdc.to, native]) {
      const { status, returned, logs } = await distribute(token)
      expect({ status, returned, logs }).toEqual({ status: 'success', returned: 0n, logs: [] })
    }
  })

  test('behavior: accepts any caller', async () => {
    const { usdc, pay } = fixture
    await pay(usdc.to, 10_000n)
    expect((await distribute(usdc.to, { from: buyer })).returned).toBe(10_000n)
  })

  test('error: refuses an address that is not a token', async () => {
    expect((await distribute(buyer)).failure?.name).toBe('AssetBalanceUnknown')
  })

  test('error: refuses a call with value', async () => {
    expect(await distribute(native, { value: 1n })).toMatchObject({ status: 'reverted' })
  })

  test('error: the implementation has no recipients', async () => {
    const { chain, factory, usdc, pay } = fixture
    const { to } = at(
      'MerchantSplit',
      await chain.read({ ...factory, functionName: 'implementation' }),
    )
    await pay(usdc.to, 10_000n, to)
    await chain.setBalance(to, 10_000n)
    for (const token of [usdc.to, native]) {
      const { failure } = await distribute(token, { to })
      expect(failure?.name).toBe('CloneCodeNotAClone')
    }
  })
})

function account(index: number): `0x${string}` {
  return `0x${index.toString(16).padStart(40, 'a')}`
}
