import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type allTokens, createFixture, type Fixture, other, owner, zero } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const approve = (name: (typeof allTokens)[number], amount: bigint, spender: string = other) =>
  fixture.chain.send({
    ...fixture.tokens[name],
    from: owner,
    functionName: 'approve',
    args: [spender, amount],
  })

describe('approve', () => {
  test.each([
    ['usdc', true],
    ['eurc', true],
    ['usdt', null],
  ] as const)('default, %s returns %s', async (name, expected) => {
    const { tokens, allowanceOf } = fixture
    const { returned, logs } = await approve(name, 5n)
    expect(returned).toBe(expected)
    expect(logs).toEqual([
      {
        address: tokens[name].to,
        eventName: 'Approval',
        args: { owner, spender: other, value: 5n },
      },
    ])
    expect(await allowanceOf(tokens[name], other)).toBe(5n)
  })

  test('behavior: USDC allows a change of a non-zero allowance', async () => {
    await approve('usdc', 5n)
    await approve('usdc', 6n)
    expect(await fixture.allowanceOf(fixture.tokens.usdc, other)).toBe(6n)
  })

  test('error: USDT requires a reset to zero first', async () => {
    const { tokens, allowanceOf } = fixture
    await approve('usdt', 5n)
    expect((await approve('usdt', 6n)).failure).toMatchObject({
      name: 'TestUSDTAllowanceNotZero',
      args: [owner, other],
    })
    expect((await approve('usdt', 0n)).status).toBe('success')
    expect((await approve('usdt', 6n)).status).toBe('success')
    expect(await allowanceOf(tokens.usdt, other)).toBe(6n)
  })

  test('error: refuses the zero address as spender', async () => {
    expect((await approve('usdc', 5n, zero)).failure?.name).toBe('ERC20InvalidSpender')
  })
})
