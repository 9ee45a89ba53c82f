import fc from 'fast-check'
import type { Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '../chain.js'
import { allTokens, createFixture, type Fixture, other, owner, relayer, zero } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

type Name = (typeof allTokens)[number]

const transfer = (name: Name, to: Address, amount: bigint, from: Address = owner) =>
  fixture.chain.send({
    ...fixture.tokens[name],
    from,
    functionName: 'transfer',
    args: [to, amount],
  })

describe('transfer', () => {
  test.each([
    ['usdc', true],
    ['eurc', true],
    ['usdt', null],
  ] as const)('default, %s returns %s', async (name, expected) => {
    const { tokens, balanceOf } = fixture
    const { returned, logs } = await transfer(name, other, 300n)
    expect(returned).toBe(expected)
    expect(logs).toEqual([
      {
        address: tokens[name].to,
        eventName: 'Transfer',
        args: { from: owner, to: other, value: 300n },
      },
    ])
    expect(await balanceOf(tokens[name], owner)).toBe(700n)
    expect(await balanceOf(tokens[name], other)).toBe(300n)
  })

  test('behavior: uses less than 56,000 gas for a new account', async () => {
    expect((await transfer('usdc', other, 300n)).gasUsed).toBeLessThan(56_000n)
  })

  test('behavior: accepts a transfer to oneself and an amount of zero', async () => {
    const { tokens, balanceOf } = fixture
    expect((await transfer('usdc', owner, 1_000n)).status).toBe('success')
    expect((await transfer('usdc', other, 0n, relayer)).status).toBe('success')
    expect(await balanceOf(tokens.usdc, owner)).toBe(1_000n)
  })

  test('property: transfers keep the total supply', async () => {
    const { chain, tokens, balanceOf } = fixture
    const people = accounts.slice(0, 4).map(({ address }) => address)
    const person = fc.constantFrom(...people)
    const amount = fc.bigInt({ min: 0n, max: 1_200n })
    await fc.assert(
      fc.asyncProperty(person, person, amount, async (from, to, value) => {
        const had = await balanceOf(tokens.usdc, from)
        const { status } = await transfer('usdc', to, value, from)
        expect(status).toBe(value <= had ? 'success' : 'reverted')
        let sum = 0n
        for (const person of people) sum += await balanceOf(tokens.usdc, person)
        expect(sum).toBe(await chain.read({ ...tokens.usdc, functionName: 'totalSupply' }))
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test.each(allTokens)(
    'error: %s refuses an amount above the balance and the zero address',
    async (name) => {
      expect((await transfer(name, other, 1_001n)).failure).toMatchObject({
        name: 'ERC20InsufficientBalance',
        args: [owner, 1_000n, 1_001n],
      })
      expect((await transfer(name, zero, 1n)).failure?.name).toBe('ERC20InvalidReceiver')
    },
  )
})
