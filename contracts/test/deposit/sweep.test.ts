import { type Address, concatHex, parseEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { accounts, at } from '../chain.js'
import {
  buyer,
  createFixture,
  type Fixture,
  merchant,
  native,
  receiptKey,
  thirdParty,
} from '../gateway/fixture.js'
import { playToken } from '../split/hostile.js'

let fixture: Fixture
let maker: Contract
let deposit: Contract
beforeAll(async () => {
  fixture = await createFixture()
  const { chain } = fixture
  maker = await chain.deploy('DepositMaker')
  const args = [concatHex([merchant, receiptKey])]
  const { logs } = await chain.mustSend({ ...maker, functionName: 'make', args })
  deposit = at('Deposit', logs[0]?.args['deposit'] as Address)
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const sweep = (token: Address, amount: bigint, from: Address = deposit.to) =>
  fixture.chain.send({ ...maker, functionName: 'sweep', args: [from, token, amount] })

describe('sweep', () => {
  test('default', async () => {
    const { chain, usdc, transfer } = fixture
    await transfer(usdc.to, 9n, deposit.to)
    expect((await sweep(usdc.to, 5n)).returned).toBe(5n)
    expect(await chain.getBalance(merchant, usdc.to)).toBe(5n)
    expect(await chain.getBalance(deposit.to, usdc.to)).toBe(4n)
  })

  test('behavior: forwards native tokens', async () => {
    const { chain, transfer } = fixture
    const before = await chain.getBalance(merchant)
    await transfer(native, parseEther('1'), deposit.to)
    expect((await sweep(native, parseEther('1'))).returned).toBe(parseEther('1'))
    expect(await chain.getBalance(merchant)).toBe(before + parseEther('1'))
  })

  test('behavior: accepts native tokens for less than 2,300 gas', async () => {
    const { chain } = fixture
    const { gasUsed } = await chain.mustSend({ to: deposit.to, from: buyer, value: 1n })
    expect(gasUsed).toBeLessThan(21_000n + 2_300n)
    expect(await chain.getBalance(deposit.to)).toBe(1n)
  })

  test('behavior: returns the amount after the fee of a token', async () => {
    const { chain, sly, transfer } = fixture
    await transfer(sly.to, 1_000n, deposit.to)
    await playToken(chain, sly, 'TakeFeeFromAmount')
    expect((await sweep(sly.to, 1_000n)).returned).toBe(990n)
  })

  test.each([buyer, merchant, thirdParty, accounts[0]?.address])(
    'error: refuses %s, which is not the gateway',
    async (from) => {
      const { chain, usdc, transfer } = fixture
      await transfer(usdc.to, 5n, deposit.to)
      const { failure } = await chain.send({
        ...deposit,
        from: from as Address,
        functionName: 'sweep',
        args: [usdc.to, 5n],
      })
      expect(failure).toMatchObject({ name: 'DepositCallerNotGateway', args: [from] })
    },
  )

  test('error: the implementation refuses its own gateway', async () => {
    const { chain, usdc, transfer } = fixture
    const implementation = await chain.read({ ...maker, functionName: 'implementation' })
    await transfer(usdc.to, 5n, implementation)
    await chain.setBalance(implementation, 5n)
    for (const token of [usdc.to, native] as const) {
      const { failure } = await sweep(token, 5n, implementation)
      expect(failure?.name).toBe('CloneCodeNotAClone')
    }
  })

  test('error: refuses an amount above the balance', async () => {
    const { usdc, transfer } = fixture
    await transfer(usdc.to, 5n, deposit.to)
    expect((await sweep(usdc.to, 6n)).failure?.name).toBe('ERC20InsufficientBalance')
    expect((await sweep(native, 1n)).failure?.name).toBe('InsufficientBalance')
  })

  test('error: refuses a token that reports a transfer without making it', async () => {
    const { chain, sly, transfer } = fixture
    await transfer(sly.to, 5n, deposit.to)
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await sweep(sly.to, 5n)).failure?.name).toBe('DepositNothingArrived')
  })
})
