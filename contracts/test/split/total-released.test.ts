import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, merchant, native, nativeAlias, platform } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const totalReleased = (...args: Address[]) =>
  fixture.chain.read({ ...fixture.split, functionName: 'totalReleased', args })

describe('totalReleased', () => {
  test('default', async () => {
    const { chain, usdc, split, pay } = fixture
    await pay(usdc.to, 10_000n)
    expect(await totalReleased(usdc.to)).toBe(0n)
    await chain.mustSend({ ...split, functionName: 'release', args: [usdc.to, platform] })
    expect(await totalReleased(usdc.to)).toBe(50n)
    await chain.mustSend({ ...split, functionName: 'distribute', args: [usdc.to] })
    expect(await totalReleased(usdc.to)).toBe(10_000n)
  })

  test('behavior: accepts native tokens in three forms', async () => {
    const { chain, split, payNative } = fixture
    await payNative(20_000n)
    await chain.mustSend({ ...split, functionName: 'release', args: [merchant] })
    expect(await totalReleased()).toBe(19_900n)
    expect(await totalReleased(native)).toBe(19_900n)
    expect(await totalReleased(nativeAlias)).toBe(19_900n)
  })

  test('behavior: excludes the amount of a skipped recipient', async () => {
    const { chain, usdc, split, pay } = fixture
    await chain.mustSend({ ...usdc, functionName: 'blacklist', args: [platform] })
    await pay(usdc.to, 10_000n)
    await chain.mustSend({ ...split, functionName: 'distribute', args: [usdc.to] })
    expect(await totalReleased(usdc.to)).toBe(9_950n)
  })
})
