import { encodeFunctionData, erc20Abi, type Log, parseEventLogs } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { sendOnChain } from '../../../test/on-chain.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { demoBuyer } from '../../features/sandbox/demo-wallets.js'
import { prepareChain } from '../../features/sandbox/prepare-chain.js'
import type { Chain } from './chain.js'
import { spendPermissionManager, subscriptionCharger } from './contracts.js'
import { spendPermissionManagerAbi } from './generated/spend-permission-manager.js'
import { planSpenderAbi, subscriptionChargerAbi } from './generated/subscription-charger.js'
import { chargeKeyOf, permissionHashOf } from './permission-hash.js'
import { noSplitProof, type PlanTerms, planSpenderOf, toTermsArgument } from './plan-spender.js'
import { findToken, type Token } from './tokens.js'
import { createViemChain } from './viem-chain.js'

const chainId = 84_532
const usdc = (findToken(chainId, 'USDC') as Token).address

let node: TestChain
let chain: Chain
beforeAll(async () => {
  node = await startTestChain()
  await prepareChain(node.url, { chainId, relayers: [] })
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
}, 60_000)
afterAll(() => node.close())

const charger = { address: subscriptionCharger.address, abi: subscriptionChargerAbi }
const someTerms = (other: Partial<PlanTerms> = {}): PlanTerms => ({
  manager: spendPermissionManager.address,
  merchant: aWallet(),
  token: usdc,
  payout: aWallet(),
  priceUnits: 10_000_000n,
  periodSeconds: 2_592_000,
  feeRecipient: aWallet(),
  feeBps: 50,
  splitFeeBps: 0,
  canceler: aWallet(),
  planKey: `0x${'12'.repeat(32)}`,
  ...other,
})

describe('planSpenderOf', { timeout: 30_000 }, () => {
  test('default: matches the contract', async () => {
    const largest = { priceUnits: 2n ** 160n - 1n, periodSeconds: 2 ** 48 - 1, feeBps: 9_999 }
    for (const terms of [someTerms(), someTerms(largest), someTerms({ feeBps: 0 })]) {
      const args = [toTermsArgument(terms)] as const
      const expected = await chain.readContract({ ...charger, functionName: 'spenderOf', args })
      expect(planSpenderOf(terms)).toBe(expected.toLowerCase())
    }
  })

  test('behavior: differs by every term', () => {
    const terms = someTerms()
    const changes: Partial<PlanTerms>[] = [
      { manager: aWallet() },
      { merchant: aWallet() },
      { token: aWallet() },
      { payout: aWallet() },
      { priceUnits: 1n },
      { periodSeconds: 1 },
      { feeRecipient: aWallet() },
      { feeBps: 0 },
      { splitFeeBps: 50 },
      { canceler: aWallet() },
      { planKey: `0x${'34'.repeat(32)}` },
    ]
    const spenders = changes.map((change) => planSpenderOf({ ...terms, ...change }))
    expect(new Set([planSpenderOf(terms), ...spenders]).size).toBe(12)
  })

  test('behavior: a permission for it is charged on chain, with the computed key', async () => {
    const terms = someTerms()
    const { manager } = terms
    const from = demoBuyer.address
    const now = Number((await chain.findBlock('latest'))?.timestampSeconds)
    const permission = {
      account: from,
      spender: planSpenderOf(terms),
      token: usdc,
      allowance: terms.priceUnits,
      period: terms.periodSeconds,
      start: now,
      end: now + 31_536_000,
      salt: 7n,
      extraData: '0x',
    } as const
    const permissionHash = permissionHashOf({ chainId, manager }, permission)
    const getHash = { address: manager, abi: spendPermissionManagerAbi } as const
    expect(
      await chain.readContract({ ...getHash, functionName: 'getHash', args: [permission] }),
    ).toBe(permissionHash)

    const signature = await privateKeyToAccount(demoBuyer.privateKey).sign({ hash: permissionHash })
    const allowance = [manager, terms.priceUnits] as const
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: allowance,
    })
    await sendOnChain(node, { from, to: usdc, data: approve })
    const create = encodeFunctionData({
      abi: charger.abi,
      functionName: 'createSpender',
      args: [toTermsArgument(terms), noSplitProof],
    })
    await sendOnChain(node, { to: charger.address, data: create })
    const spender = { address: permission.spender, abi: planSpenderAbi }
    expect(await chain.readContract({ ...spender, functionName: 'terms' })).toMatchObject({
      price: terms.priceUnits,
      period: terms.periodSeconds,
      feeBps: terms.feeBps,
      planKey: terms.planKey,
    })
    const charge = encodeFunctionData({
      abi: charger.abi,
      functionName: 'charge',
      args: [{ permission, signature, periodStart: now, deadline: now + 86_400 }],
    })
    const hash = await sendOnChain(node, { to: charger.address, data: charge })

    const { logs } = (await node.call('eth_getTransactionReceipt', hash)) as { logs: Log[] }
    const events = parseEventLogs({ abi: charger.abi, logs, eventName: 'SubscriptionCharged' })
    expect(events).toMatchObject([
      {
        address: charger.address,
        args: {
          chargeKey: chargeKeyOf({ permissionHash, periodStart: now }),
          amount: 9_950_000n,
          fee: 50_000n,
        },
      },
    ])
  })
})
