import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allTokens, createFixture, type Fixture, other, owner, relayer } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

type Name = (typeof allTokens)[number]

const call = (
  name: Name,
  functionName: string,
  args: readonly unknown[],
  from: Address = relayer,
) => fixture.chain.send({ ...fixture.tokens[name], from, functionName, args })
const isBlacklisted = (name: Name, account: Address) =>
  fixture.chain.read({ ...fixture.tokens[name], functionName: 'isBlacklisted', args: [account] })

describe('blacklist', () => {
  test.each(allTokens)('default, %s', async (name) => {
    const { tokens, balanceOf } = fixture
    expect(await isBlacklisted(name, owner)).toBe(false)

    const { logs } = await call(name, 'blacklist', [owner])

    expect(logs).toMatchObject([{ eventName: 'Blacklisted', args: { account: owner } }])
    expect(await isBlacklisted(name, owner)).toBe(true)
    expect(await balanceOf(tokens[name], owner)).toBe(1_000n)
    expect((await call(name, 'transfer', [other, 1n], owner)).failure).toMatchObject({
      name: 'TestTokenBlacklisted',
      args: [owner],
    })
  })

  test('behavior: a second call has no effect', async () => {
    await call('usdc', 'blacklist', [owner])
    await call('usdc', 'blacklist', [owner])
    expect(await fixture.balanceOf(fixture.tokens.usdc, owner)).toBe(1_000n)
    await call('usdc', 'unBlacklist', [owner])
    expect(await isBlacklisted('usdc', owner)).toBe(false)
  })
})
