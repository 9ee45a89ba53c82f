import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allTokens, createFixture, type Fixture, other, owner, relayer, zero } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const mint = (name: (typeof allTokens)[number], to: string, amount: bigint) =>
  fixture.chain.send({
    ...fixture.tokens[name],
    from: relayer,
    functionName: 'mint',
    args: [to, amount],
  })

describe('mint', () => {
  test.each(allTokens)('default, %s', async (name) => {
    const { chain, tokens, balanceOf } = fixture
    const { logs } = await mint(name, other, 5n)
    expect(logs).toEqual([
      {
        address: tokens[name].to,
        eventName: 'Transfer',
        args: { from: zero, to: other, value: 5n },
      },
    ])
    expect(await balanceOf(tokens[name], other)).toBe(5n)
    expect(await chain.read({ ...tokens[name], functionName: 'totalSupply' })).toBe(1_005n)
  })

  test('behavior: accepts the largest balance below the blacklist flag', async () => {
    const { tokens, balanceOf } = fixture
    const maxUnits = 2n ** 255n - 1n - 1_000n
    expect((await mint('usdc', other, maxUnits + 1n)).failure?.name).toBe('TestTokenSupplyTooLarge')
    expect((await mint('usdc', other, maxUnits)).status).toBe('success')
    expect(await balanceOf(tokens.usdc, other)).toBe(maxUnits)
    expect((await mint('usdc', owner, 1n)).failure?.name).toBe('TestTokenSupplyTooLarge')
  })

  test('error: refuses the zero address, a blacklisted account and an overflow', async () => {
    const { chain, tokens } = fixture
    expect((await mint('usdc', zero, 1n)).failure?.name).toBe('ERC20InvalidReceiver')
    expect((await mint('usdc', other, 2n ** 256n - 1n)).failure?.name).toBe('Panic')
    await chain.mustSend({ ...tokens.usdc, functionName: 'blacklist', args: [other] })
    expect((await mint('usdc', other, 1n)).failure?.name).toBe('TestTokenBlacklisted')
  })
})
