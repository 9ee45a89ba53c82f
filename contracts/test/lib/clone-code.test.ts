import { parseEther } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../split/fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

describe('CloneCode', () => {
  test('default', async () => {
    const { chain, split, factory } = fixture
    const implementation = await chain.read({ ...factory, functionName: 'implementation' })
    const code = await chain.getCode(split.to)
    expect(code.length / 2 - 1).toBe(50 + 2 * 22)
    expect(code).toContain(implementation.slice(2).toLowerCase())
  })

  test('behavior: accepts native tokens for 15 gas on top of the base cost of a transaction', async () => {
    const { chain, split } = fixture
    const { gasUsed, logs } = await chain.mustSend({ to: split.to, value: parseEther('1') })
    expect(gasUsed).toBe(21_015n)
    expect(logs).toEqual([])
  })

  test('behavior: accepts native tokens with 2,300 gas', async () => {
    const { chain, split, factory } = fixture
    const sender = await chain.deploy('StipendSender')
    const before = await chain.getBalance(split.to)
    const pass = (to: string) =>
      chain.send({ ...sender, functionName: 'pass', args: [to], value: parseEther('1') })

    expect((await pass(split.to)).status).toBe('success')
    expect(await chain.getBalance(split.to)).toBe(before + parseEther('1'))
    // Shows that the sender reports a refusal.
    expect((await pass(factory.to)).failure?.name).toBe('StipendSenderRefused')
  })

  test('behavior: returns the results and errors of the implementation', async () => {
    const { chain, split, usdc } = fixture
    const call = { ...split, functionName: 'shareOf', args: [usdc.to] }
    expect(await chain.read(call)).toBe(0n)
    const failing = { ...split, functionName: 'release', args: [usdc.to] }
    expect((await chain.send(failing)).failure?.name).toBe('MerchantSplitNothingDue')
  })

  test('error: refuses an unknown function, with and without value', async () => {
    const { chain, split } = fixture
    for (const value of [0n, 1n]) {
      const { status } = await chain.send({ to: split.to, data: '0x01', value })
      expect(status).toBe('reverted')
    }
  })
})
