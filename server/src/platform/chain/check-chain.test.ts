import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { prepareChain } from '../../features/sandbox/prepare-chain.js'
import type { Chain, Hex } from './chain.js'
import { checkChain, hasContracts } from './check-chain.js'
import {
  subscriptionCharger as charger,
  depositImplementation,
  spendPermissionManager as manager,
  multicall3,
  paymentGateway,
  spenderImplementation,
  splitFactory,
  splitImplementation,
} from './contracts.js'
import { testEurcCode } from './generated/test-contracts.js'
import { findToken } from './tokens.js'
import { createViemChain } from './viem-chain.js'

const chainId = 84_532
const usdc = findToken(chainId, 'USDC')?.address as Hex
const usdt = findToken(chainId, 'USDT')?.address as Hex

let node: TestChain
let chain: Chain
let snapshot: unknown
beforeAll(async () => {
  node = await startTestChain()
  await prepareChain(node.url, { chainId, relayers: [] })
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
}, 60_000)
afterAll(() => node.close())
beforeEach(async () => {
  snapshot = await node.call('evm_snapshot')
})
afterEach(() => node.call('evm_revert', snapshot))

const setCode = (address: Hex, code: Hex) => node.call('anvil_setCode', address, code)

/** Returns code that responds to every call with one number. */
const codeReturning = (number: number): Hex =>
  `0x60${number.toString(16).padStart(2, '0')}60005260206000f3`

describe('checkChain', { timeout: 30_000 }, () => {
  test('default', async () => {
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts: [] })
  })

  test.each([
    ['no code', usdc, '0x', 'USDC', 'has no code'],
    ['other decimals', usdc, codeReturning(18), 'USDC', 'has 18 decimals, not 6'],
    [
      'another domain',
      usdc,
      testEurcCode,
      'USDC',
      'has another signing domain than USDC, version 2',
    ],
    [
      'no domain',
      usdc,
      codeReturning(6),
      'USDC',
      'has another signing domain than USDC, version 2',
    ],
    ['no interface', usdt, '0x60006000fd', 'USDT', 'does not behave like a token'],
    ['no words', usdt, '0x00', 'USDT', 'does not behave like a token'],
    ['nothing but an end', usdt, '0xfe', 'USDT', 'does not behave like a token'],
  ] as const)('behavior: a token with %s', async (_, address, code, symbol, problem) => {
    await setCode(address, code)
    const mismatches = [`CHAIN_RPC_URL: ${symbol} at ${address} ${problem}`]
    expect(await checkChain(chain, chainId)).toEqual({ mismatches, missingContracts: [] })
  })

  test('behavior: needs no domain for a token without signatures', async () => {
    await setCode(usdt, codeReturning(6))
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts: [] })
  })

  test('behavior: reports missing contracts', async () => {
    await setCode(splitFactory.address, '0x')
    await setCode(paymentGateway.address, '0x')
    const missingContracts = [splitFactory, paymentGateway]
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts })
  })

  test.each([
    ['factory', splitFactory.address, 'SplitFactory', splitFactory.address],
    ['gateway', paymentGateway.address, 'PaymentGateway', paymentGateway.address],
    ['split implementation', splitImplementation, 'SplitFactory', splitFactory.address],
    ['deposit implementation', depositImplementation, 'PaymentGateway', paymentGateway.address],
    ['manager', manager.address, 'SpendPermissionManager', manager.address],
    ['validator', manager.implementation.address, 'SpendPermissionManager', manager.address],
    ['charger', charger.address, 'SubscriptionCharger', charger.address],
    ['spender implementation', spenderImplementation, 'SubscriptionCharger', charger.address],
  ] as const)('behavior: reports a %s with one changed byte', async (_, at, name, address) => {
    const code = (await chain.findCode(at)) as Hex
    await setCode(at, `${code.slice(0, -2)}${code.endsWith('00') ? '01' : '00'}` as Hex)
    const problem = new RegExp(`^CHAIN_RPC_URL: ${name} at ${address} .*has other code than the`)
    expect(await checkChain(chain, chainId)).toEqual({
      mismatches: [expect.stringMatching(problem)],
      missingContracts: [],
    })
  })

  test('behavior: reports a gateway that creates deposits of another implementation', async () => {
    const code = (await chain.findCode(paymentGateway.address)) as string
    const other = code.replaceAll(depositImplementation.slice(2), splitImplementation.slice(2))
    expect(other).not.toBe(code)
    await setCode(paymentGateway.address, other as Hex)
    const { mismatches } = await checkChain(chain, chainId)
    expect(mismatches).toEqual([expect.stringContaining('PaymentGateway')])
  })

  test('behavior: reports an implementation without code', async () => {
    await setCode(splitImplementation, '0x')
    const { mismatches } = await checkChain(chain, chainId)
    expect(mismatches).toEqual([expect.stringMatching(/uses MerchantSplit at .*has no code$/)])
  })

  test('behavior: reports a missing Multicall3', async () => {
    await setCode(multicall3, '0x')
    expect(await checkChain(chain, chainId)).toEqual({
      mismatches: [`CHAIN_RPC_URL: Multicall3 at ${multicall3} has no code`],
      missingContracts: [],
    })
  })

  test('behavior: reports a chain without known tokens', async () => {
    expect(await checkChain(chain, 1)).toEqual({
      mismatches: ['CHAIN_ID: no tokens are known on chain 1'],
      missingContracts: [],
    })
  })

  test('error: throws when the chain does not respond', async () => {
    const elsewhere = createViemChain({ chainRpcUrl: [node.url], chainId: 8_453 }) as Chain
    await expect(checkChain(elsewhere, 8_453)).rejects.toThrow('is chain 84532, not 8453')
    const { findCode } = chain
    const { readContract } = elsewhere
    await expect(checkChain({ findCode, readContract }, chainId)).rejects.toThrow('not 8453')
  })
})

describe('hasContracts', () => {
  test('default', async () => {
    expect(await hasContracts(chain)).toBe(true)
    expect(await hasContracts(null)).toBe(false)
  })

  test.each([
    ['a contract of ours', paymentGateway.address],
    ['Multicall3', multicall3],
  ])('behavior: returns false without %s', async (_, address) => {
    await setCode(address, '0x')
    expect(await hasContracts(chain)).toBe(false)
  })
})
