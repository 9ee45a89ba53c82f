import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, merchant, native, nativeAlias, platform } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const released = (...args: Address[]) =>
  fixture.chain.read({ ...fixture.split, functionName: 'released', args })

describe('released', () => {
  test('default', async () => {
    const { chain, usdc, split, pay } = fixture
    await pay(usdc.to, 10_000n)
    expect(await released(usdc.to, merchant)).toBe(0n)
    await chain.mustSend({ ...split, functionName: 'release', args: [usdc.to, merchant] })
    expect(await released(usdc.to, merchant)).toBe(9_950n)
    expect(await released(usdc.to, platform)).toBe(0n)
    await pay(usdc.to, 10_000n)
    await chain.mustSend({ ...split, functionName: 'distribute', args: [usdc.to] })
    expect(await released(usdc.to, merchant)).toBe(19_900n)
    expect(await released(usdc.to, platform)).toBe(100n)
  })

  test('behavior: accepts native tokens in three forms', async () => {
    const { chain, split, payNative } = fixture
    await payNative(20_000n)
    await chain.mustSend({ ...split, functionName: 'release', args: [merchant] })
    expect(await released(merchant)).toBe(19_900n)
    expect(await released(native, merchant)).toBe(19_900n)
    expect(await released(nativeAlias, merchant)).toBe(19_900n)
  })
})
