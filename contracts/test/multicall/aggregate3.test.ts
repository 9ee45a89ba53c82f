import { encodeErrorResult, encodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import { accounts, createTestChain, type TestChain } from '../chain.js'

const address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const [sender, other] = accounts.map((account) => account.address) as [Hex, Hex]

let chain: TestChain
let multicall: Contract
let token: Contract
beforeAll(async () => {
  chain = await createTestChain()
  multicall = await chain.setCode(address, 'TestMulticall')
  token = await chain.deploy('TestUSDC')
})
beforeEach(() => chain.snapshot())
afterEach(() => chain.revert())

const encode = (functionName: string, ...args: unknown[]) =>
  encodeFunctionData({ abi: token.abi, functionName, args })
const toToken = (callData: Hex, allowFailure = false) => ({
  target: token.to,
  allowFailure,
  callData,
})
const aggregate = (calls: readonly unknown[], value = 0n) =>
  chain.send({ ...multicall, functionName: 'aggregate3', args: [calls], value })

const unaffordable = () => encode('transfer', other, 1n)

describe('aggregate3', () => {
  test('default', async () => {
    const { status, returned } = await aggregate([
      toToken(encode('mint', other, 5n)),
      toToken(encode('balanceOf', other)),
    ])

    const balance = encodeFunctionResult({
      abi: token.abi,
      functionName: 'balanceOf',
      result: 5n,
    })
    expect(status).toBe('success')
    expect(returned).toEqual([
      { success: true, returnData: '0x' },
      { success: true, returnData: balance },
    ])
  })

  test('behavior: no calls return no results', async () => {
    expect((await aggregate([])).returned).toEqual([])
  })

  test('behavior: a call that may fail returns its error, and the others take effect', async () => {
    const { returned } = await aggregate([
      toToken(unaffordable(), true),
      toToken(encode('mint', other, 5n)),
    ])

    const error = encodeErrorResult({
      abi: token.abi,
      errorName: 'ERC20InsufficientBalance',
      args: [address, 0n, 1n],
    })
    expect(returned).toEqual([
      { success: false, returnData: error },
      { success: true, returnData: '0x' },
    ])
    expect(await chain.getBalance(other, token.to)).toBe(5n)
  })

  test('behavior: calls from its own address and forwards no native token', async () => {
    const receiver = await chain.deploy('AssetUser')
    const { status } = await aggregate(
      [{ target: receiver.to, allowFailure: false, callData: '0x' }],
      7n,
    )

    expect(status).toBe('success')
    expect(await chain.getBalance(receiver.to)).toBe(0n)
    expect(await chain.getBalance(address)).toBe(7n)
    const { logs } = await aggregate([toToken(encode('approve', other, 1n))])
    expect(logs).toMatchObject([{ eventName: 'Approval', args: { owner: address } }])
  })

  test('behavior: a call to an address without code succeeds', async () => {
    const { returned } = await aggregate([
      { target: sender, allowFailure: false, callData: '0x1234' },
    ])
    expect(returned).toEqual([{ success: true, returnData: '0x' }])
  })

  test('error: a call that may not fail reverts the others', async () => {
    const { status, failure } = await aggregate([
      toToken(encode('mint', other, 5n)),
      toToken(unaffordable()),
    ])

    expect(status).toBe('reverted')
    expect(failure).toMatchObject({ name: 'Error', args: ['Multicall3: call failed'] })
    expect(await chain.getBalance(other, token.to)).toBe(0n)
  })
})
