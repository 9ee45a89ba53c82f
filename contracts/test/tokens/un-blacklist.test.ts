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

describe('unBlacklist', () => {
  test.each(allTokens)('default, %s', async (name) => {
    const { tokens, balanceOf } = fixture
    await call(name, 'blacklist', [other])
    expect((await call(name, 'transfer', [other, 7n], owner)).failure).toMatchObject({
      name: 'TestTokenBlacklisted',
      args: [other],
    })

    const { logs } = await call(name, 'unBlacklist', [other])

    expect(logs).toMatchObject([{ eventName: 'UnBlacklisted', args: { account: other } }])
    expect(await isBlacklisted(name, other)).toBe(false)
    await call(name, 'transfer', [other, 7n], owner)
    expect(await balanceOf(tokens[name], other)).toBe(7n)
  })

  test('behavior: does not change the balance of an account that is not listed', async () => {
    await call('usdc', 'unBlacklist', [owner])
    expect(await fixture.balanceOf(fixture.tokens.usdc, owner)).toBe(1_000n)
  })
})
