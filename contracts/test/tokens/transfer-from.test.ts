import { type Address, maxUint256 } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allTokens, createFixture, type Fixture, other, owner, relayer, zero } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

type Name = (typeof allTokens)[number]

const approve = (name: Name, amount: bigint) =>
  fixture.chain.mustSend({
    ...fixture.tokens[name],
    from: owner,
    functionName: 'approve',
    args: [relayer, amount],
  })
const take = (name: Name, amount: bigint, from: Address = owner, to: Address = other) =>
  fixture.chain.send({
    ...fixture.tokens[name],
    from: relayer,
    functionName: 'transferFrom',
    args: [from, to, amount],
  })

describe('transferFrom', () => {
  test.each([
    ['usdc', true],
    ['eurc', true],
    ['usdt', null],
  ] as const)('default, %s returns %s', async (name, expected) => {
    const { tokens, balanceOf, allowanceOf } = fixture
    await approve(name, 500n)
    const { returned, logs } = await take(name, 300n)
    expect(returned).toBe(expected)
    expect(logs).toMatchObject([
      { eventName: 'Transfer', args: { from: owner, to: other, value: 300n } },
    ])
    expect(await balanceOf(tokens[name], other)).toBe(300n)
    expect(await allowanceOf(tokens[name], relayer)).toBe(200n)
  })

  test('behavior: decreases even the largest allowance', async () => {
    await approve('usdc', maxUint256)
    await take('usdc', 300n)
    expect(await fixture.allowanceOf(fixture.tokens.usdc, relayer)).toBe(maxUint256 - 300n)
  })

  test.each(allTokens)(
    'error: %s refuses an amount above the allowance or the balance',
    async (name) => {
      await approve(name, 5n)
      expect((await take(name, 6n)).failure).toMatchObject({
        name: 'ERC20InsufficientAllowance',
        args: [relayer, 5n, 6n],
      })
      await approve(name, 0n)
      await approve(name, 2_000n)
      expect((await take(name, 1_001n)).failure?.name).toBe('ERC20InsufficientBalance')
    },
  )

  test('error: refuses the zero address and blacklisted accounts', async () => {
    const { chain, tokens } = fixture
    await approve('usdc', 5n)
    expect((await take('usdc', 0n, zero)).failure?.name).toBe('ERC20InvalidSender')
    for (const account of [owner, other]) {
      await chain.mustSend({ ...tokens.usdc, functionName: 'blacklist', args: [account] })
      expect((await take('usdc', 5n)).failure).toMatchObject({
        name: 'TestTokenBlacklisted',
        args: [account],
      })
      await chain.mustSend({ ...tokens.usdc, functionName: 'unBlacklist', args: [account] })
    }
  })
})
