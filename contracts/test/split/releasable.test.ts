import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buyer,
  createFixture,
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

const releasable = (...args: Address[]) =>
  fixture.chain.read({ ...fixture.split, functionName: 'releasable', args })

describe('releasable', () => {
  test('default', async () => {
    const { usdc, pay } = fixture
    await pay(usdc.to, 1_999n)
    expect(await releasable(usdc.to, merchant)).toBe(1_989n)
    expect(await releasable(usdc.to, platform)).toBe(9n)
    expect(await releasable(usdc.to, buyer)).toBe(0n)
  })

  test('behavior: accepts native tokens in three forms', async () => {
    const { payNative } = fixture
    await payNative(20_000n)
    expect(await releasable(merchant)).toBe(19_900n)
    expect(await releasable(native, merchant)).toBe(19_900n)
    expect(await releasable(nativeAlias, merchant)).toBe(19_900n)
  })

  test('behavior: equals the amount that release pays', async () => {
    const { chain, usdc, split, pay } = fixture
    for (const amount of [199n, 1n, 12_345n]) {
      await pay(usdc.to, amount)
      const dueUnits = await releasable(usdc.to, merchant)
      const args = [usdc.to, merchant]
      const { returned } = await chain.mustSend({ ...split, functionName: 'release', args })
      expect(returned).toBe(dueUnits)
      expect(await releasable(usdc.to, merchant)).toBe(0n)
    }
  })

  test('behavior: tracks assets separately', async () => {
    const { usdc, usdt, pay } = fixture
    await pay(usdc.to, 10_000n)
    expect(await releasable(usdt.to, merchant)).toBe(0n)
    expect(await releasable(merchant)).toBe(0n)
  })
})
