import { parseEther } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts, createTestChain, type TestChain } from './chain.js'

let chain: TestChain
beforeAll(async () => {
  chain = await createTestChain()
})

const [sender, receiver] = accounts.map(({ address }) => address)
if (!sender || !receiver) throw new Error('There are fewer accounts than roles.')

describe('createTestChain', () => {
  test('default', async () => {
    const before = await chain.getBalance(receiver)
    const { status, gasUsed } = await chain.send({ to: receiver, value: 5n })
    expect({ status, gasUsed }).toEqual({ status: 'success', gasUsed: 21_000n })
    expect(await chain.getBalance(receiver)).toBe(before + 5n)
  })

  test('behavior: gas includes the cost of calldata, and refunds', async () => {
    const { gasUsed } = await chain.send({ to: receiver, data: '0x00ff' })
    // 4 gas for a zero byte and 16 for another, with the floor of EIP-7623.
    expect(gasUsed).toBe(21_050n)

    const usdc = await chain.deploy('TestUSDC')
    const transfer = (amount: bigint) =>
      chain.mustSend({ ...usdc, functionName: 'transfer', args: [receiver, amount] })
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [sender, 300n] })
    await transfer(100n)
    const some = await transfer(100n)
    const otherOutcome = await transfer(100n)
    expect(some.gasUsed - otherOutcome.gasUsed).toBe(4_800n)
  })

  test('behavior: a read leaves slots cold for the next transaction', async () => {
    const usdc = await chain.deploy('TestUSDC')
    const mint = { ...usdc, functionName: 'mint', args: [sender, 1n] }
    await chain.mustSend(mint)
    const { gasUsed } = await chain.mustSend(mint)
    await chain.getBalance(sender, usdc.to)
    expect((await chain.mustSend(mint)).gasUsed).toBe(gasUsed)
  })

  test('behavior: snapshots nest and restore the time', async () => {
    const before = { balance: await chain.getBalance(receiver), now: chain.now() }
    await chain.snapshot()
    await chain.send({ to: receiver, value: 1n })
    await chain.snapshot()
    await chain.send({ to: receiver, value: 1n })
    const usdc = await chain.deploy('TestUSDC')
    await chain.revert()
    expect(await chain.getBalance(receiver)).toBe(before.balance + 1n)
    expect(await chain.getCode(usdc.to)).toBe('0x')
    await chain.revert()
    expect({ balance: await chain.getBalance(receiver), now: chain.now() }).toEqual(before)
    await expect(chain.revert()).rejects.toThrow('no snapshot')
  })

  test('behavior: setCode places a working token', async () => {
    const usdc = await chain.setCode('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'TestUSDC')
    const mint = { ...usdc, functionName: 'mint', args: [receiver, 7n] }
    const { logs } = await chain.mustSend(mint)
    expect(logs[0]).toMatchObject({ eventName: 'Transfer', args: { to: receiver, value: 7n } })
    expect(await chain.getBalance(receiver, usdc.to)).toBe(7n)
  })

  test('behavior: setNextTimestamp sets the time of the next transaction', async () => {
    chain.setNextTimestamp(2_000_000_000n)
    await chain.send({ to: receiver })
    expect(chain.now()).toBe(2_000_000_000n)
  })

  test('error: send returns the error of a revert, mustSend throws it', async () => {
    const usdc = await chain.deploy('TestUSDC')
    const call = { ...usdc, functionName: 'transfer', args: [receiver, 5n] }
    const outcome = await chain.send(call)
    expect(outcome).toMatchObject({
      status: 'reverted',
      logs: [],
      returned: null,
      failure: { name: 'ERC20InsufficientBalance', args: [sender, 0n, 5n] },
    })
    await expect(chain.mustSend(call)).rejects.toThrow(
      'transfer reverted: ERC20InsufficientBalance',
    )
  })

  test('error: throws when the sender cannot pay', async () => {
    const call = { to: receiver, value: parseEther('5000') }
    await expect(chain.send(call)).rejects.toThrow('enough funds')
  })
})
