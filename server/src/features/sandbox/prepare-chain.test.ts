import { encodeFunctionData, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { sendOnChain } from '../../../test/on-chain.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import type { Address } from '../../lib/hex.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'
import { checkChain } from '../../platform/chain/check-chain.js'
import {
  type Contract,
  depositImplementation,
  paymentGateway,
  spenderImplementation,
  spendPermissionManager,
  splitFactory,
  splitImplementation,
  subscriptionCharger,
} from '../../platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../platform/chain/generated/payment-gateway.js'
import { spendPermissionManagerAbi } from '../../platform/chain/generated/spend-permission-manager.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { subscriptionChargerAbi } from '../../platform/chain/generated/subscription-charger.js'
import { testUsdcAbi } from '../../platform/chain/generated/test-contracts.js'
import { findToken, listTokens, type Token } from '../../platform/chain/tokens.js'
import { createViemChain } from '../../platform/chain/viem-chain.js'
import { demoBuyer, demoMerchant, otherMerchant } from './demo-wallets.js'
import { prepareChain } from './prepare-chain.js'

const chainId = 84_532
const abi = testUsdcAbi
const million = 1_000_000_000_000n
const thousand = 1_000_000_000n
const usdc = findToken(chainId, 'USDC') as Token

let node: TestChain
let chain: Chain
/** The state of an empty chain after preparation with a chain id without known tokens. */
let withoutTokens: { missing: Contract[]; usdcCode: Hex | null }
let prepared: unknown
beforeAll(async () => {
  node = await startTestChain()
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
  await prepareChain(node.url, { chainId: 31_337, relayers: [] })
  const { missingContracts } = await checkChain(chain, chainId)
  withoutTokens = { missing: missingContracts, usdcCode: await chain.findCode(usdc.address) }
  await prepare()
}, 60_000)
afterAll(() => node.close())
beforeEach(async () => {
  prepared = await node.call('evm_snapshot')
})
afterEach(() => node.call('evm_revert', prepared))

const relayer = aWallet()
const prepare = () => prepareChain(node.url, { chainId, relayers: [relayer] })

const balanceOf = (token: Token, wallet: Address) =>
  chain.readContract({ address: token.address, abi, functionName: 'balanceOf', args: [wallet] })

describe('prepareChain', { timeout: 60_000 }, () => {
  test('default', async () => {
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts: [] })
    for (const token of listTokens(chainId)) {
      expect(await balanceOf(token, demoBuyer.address)).toBe(million)
      expect(await balanceOf(token, demoMerchant.address)).toBe(thousand)
      expect(await balanceOf(token, otherMerchant.address)).toBe(thousand)
    }
    expect(await chain.getBalances([relayer])).toEqual([10_000n * 10n ** 18n])
  })

  test('behavior: deploys the contracts to their computed addresses', async () => {
    const implementation = await chain.readContract({
      address: splitFactory.address,
      abi: splitFactoryAbi,
      functionName: 'implementation',
    })
    expect(implementation.toLowerCase()).toBe(splitImplementation)
    const deposit = await chain.readContract({
      address: paymentGateway.address,
      abi: paymentGatewayAbi,
      functionName: 'depositImplementation',
    })
    expect(deposit.toLowerCase()).toBe(depositImplementation)
    const validator = await chain.readContract({
      address: spendPermissionManager.address,
      abi: spendPermissionManagerAbi,
      functionName: 'signatureValidator',
    })
    expect(validator.toLowerCase()).toBe(spendPermissionManager.implementation.address)
    const spender = await chain.readContract({
      address: subscriptionCharger.address,
      abi: subscriptionChargerAbi,
      functionName: 'spenderImplementation',
    })
    expect(spender.toLowerCase()).toBe(spenderImplementation)
  })

  test('behavior: a second run changes nothing', async () => {
    const before = await chain.findBlock('latest')
    await prepare()
    expect(await chain.findBlock('latest')).toEqual(before)
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts: [] })
  })

  test('behavior: refills a nearly empty wallet', async () => {
    const remainder = million / 100n - 1n
    const from = demoBuyer.address
    const args = [aWallet(), million - remainder] as const
    const data = encodeFunctionData({ abi, functionName: 'transfer', args })
    await sendOnChain(node, { from, to: usdc.address, data })
    expect(await balanceOf(usdc, from)).toBe(remainder)

    await prepare()
    expect(await balanceOf(usdc, from)).toBe(million + remainder)
    expect(await balanceOf(usdc, demoMerchant.address)).toBe(thousand)
  })

  test.each(['USDC', 'EURC'] as const)('behavior: %s accepts a signed permit', async (symbol) => {
    const { address, domain } = findToken(chainId, symbol) as Token
    const message = {
      owner: demoBuyer.address,
      spender: paymentGateway.address,
      value: 5n,
      nonce: 0n,
      deadline: 10_000_000_000n,
    }
    const signature = await privateKeyToAccount(demoBuyer.privateKey).signTypedData({
      domain: { ...domain, chainId, verifyingContract: address },
      types: { Permit: permitType },
      primaryType: 'Permit',
      message,
    })
    const { r, s, v } = parseSignature(signature)
    const { owner, spender, value, deadline } = message
    const args = [owner, spender, value, deadline, Number(v), r, s] as const
    await sendOnChain(node, {
      to: address,
      data: encodeFunctionData({ abi, functionName: 'permit', args }),
    })
    const allowance = { address, abi, functionName: 'allowance' } as const
    expect(await chain.readContract({ ...allowance, args: [owner, spender] })).toBe(5n)
  })

  test('behavior: deploys the contracts to a chain without known tokens', () => {
    expect(withoutTokens).toEqual({ missing: [], usdcCode: null })
  })
})

const permitType = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
