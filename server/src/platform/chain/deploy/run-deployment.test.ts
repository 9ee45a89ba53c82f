import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFundedWallet, type FundedWallet, sendOnChain } from '../../../../test/on-chain.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import { checksumAddress } from '../../../lib/hex.js'
import { findFreePort } from '../../free-port.js'
import type { Chain, Hex } from '../chain.js'
import { checkChain } from '../check-chain.js'
import { contracts, deployer, multicall3, splitFactory } from '../contracts.js'
import {
  testEurcCode,
  testMulticallCode,
  testUsdcCode,
  testUsdtCode,
} from '../generated/test-contracts.js'
import { listTokens, type TokenSymbol } from '../tokens.js'
import { createViemChain } from '../viem-chain.js'
import { runDeployment } from './run-deployment.js'
import { deploymentData } from './survey-deployment.js'

const chainId = 84_532
const sandboxKeyStart = 'ac0974bec39a'

let node: TestChain
let chain: Chain
let wallet: FundedWallet
let snapshot: unknown
beforeAll(async () => {
  node = await startTestChain()
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
  const code: Record<TokenSymbol, Hex> = {
    USDC: testUsdcCode,
    USDT: testUsdtCode,
    EURC: testEurcCode,
  }
  for (const { symbol, address } of listTokens(chainId)) await setCode(address, code[symbol])
  await setCode(multicall3, testMulticallCode)
}, 60_000)
afterAll(() => node.close())
beforeEach(async () => {
  snapshot = await node.call('evm_snapshot')
  wallet = await aFundedWallet(node)
})
afterEach(() => node.call('evm_revert', snapshot))

const setCode = (address: Hex, code: Hex) => node.call('anvil_setCode', address, code)
const sentByWallet = () => chain.getNonce(wallet.address, 'pending')

/** Runs it like `npm run deploy-contracts`, and checks that it never prints secrets. */
async function run(args: string[] = [], environment: Record<string, string> = {}) {
  const lines: string[] = []
  const used = {
    MODE: 'live',
    ...node.environment,
    RELAYER_PRIVATE_KEY: wallet.privateKey,
    ...environment,
  }
  const code = await runDeployment({
    args,
    environment: used,
    print: (line) => lines.push(line),
    polling: { withinMs: 20_000, everyMs: 10 },
  })
  const text = lines.join('\n')
  expect(text).not.toContain(used.RELAYER_PRIVATE_KEY.slice(2) || sandboxKeyStart)
  expect(text).not.toContain(new URL(used.CHAIN_RPC_URL).host)
  return { code, text }
}

describe('runDeployment', { timeout: 60_000 }, () => {
  test.each([[[]], [['--dry-run']], [['--yes', '--dry-run']]])(
    'default: %j shows the cost and sends nothing',
    async (args) => {
      const { code, text } = await run(args)
      expect(code).toBe(0)
      const { number } = (await chain.findBlock('latest')) ?? {}
      expect(text).toContain(`84532, block ${number}`)
      expect(text).toContain(`${checksumAddress(wallet.address)}, has 10 ETH`)
      for (const { address } of contracts) {
        const row = `${checksumAddress(address)}, missing: up to \\d+ gas, 0\\.\\d+ ETH at most`
        expect(text).toMatch(new RegExp(row))
      }
      expect(text).toContain('Nothing was sent')
      expect(await sentByWallet()).toBe(0)
    },
  )

  test('default: --yes deploys the contracts, and does nothing the second time', async () => {
    const { code, text } = await run(['--yes'])
    expect(code).toBe(0)
    expect(text.match(/In block \d+: 0x[0-9a-f]{64}, \d+ gas used, 0\.\d+ ETH/g)).toHaveLength(4)
    expect(await checkChain(chain, chainId)).toEqual({ mismatches: [], missingContracts: [] })
    expect(await sentByWallet()).toBe(4)
    const estimated = [...text.matchAll(/up to (\d+) gas/g)].map(([, gas]) => Number(gas))
    const used = [...text.matchAll(/(\d+) gas used/g)].map(([, gas]) => Number(gas))
    expect(used.every((gas, index) => gas <= (estimated[index] ?? 0))).toBe(true)

    const again = await run(['--yes'])
    expect(again.code).toBe(0)
    expect(again.text).toContain('All contracts are deployed')
    expect(await sentByWallet()).toBe(4)
  })

  test('behavior: deploys only missing contracts', async () => {
    await sendOnChain(node, { to: deployer, data: deploymentData(splitFactory) })
    const { code, text } = await run(['--yes'])
    expect(code).toBe(0)
    expect(text).toContain(`${checksumAddress(splitFactory.address)}, deployed`)
    expect(await sentByWallet()).toBe(3)
    expect((await checkChain(chain, chainId)).missingContracts).toEqual([])
  })

  test('behavior: deploys on a sandbox with its own wallet', async () => {
    const { code, text } = await run([], { MODE: '', RELAYER_PRIVATE_KEY: '' })
    expect(code).toBe(0)
    expect(text).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })

  test('behavior: includes the L1 data fee', async () => {
    // Returns 10 ** 17 wei for every call.
    await setCode(
      '0x420000000000000000000000000000000000000f',
      '0x67016345785d8a000060005260206000f3',
    )
    const { code, text } = await run()
    expect(code).toBe(0)
    expect(text).toMatch(/Cost {20}0\.4\d+ ETH at most/)
  })

  test('error: explains a missing CREATE2 deployer', async () => {
    await setCode(deployer, '0x')
    const { code, text } = await run(['--yes'])
    expect(code).toBe(1)
    expect(text).toContain('There is no CREATE2 deployer')
    expect(text).toContain('0x3fAB184622Dc19b6109349B94811493BF45362e8')
    expect(await sentByWallet()).toBe(0)
  })

  test('error: reports insufficient funds', async () => {
    wallet = await aFundedWallet(node, { wei: 1n })
    const { code, text } = await run(['--yes'])
    expect(code).toBe(1)
    expect(text).toMatch(/The wallet has 0\.0{17}1 ETH and may need 0\.\d+ ETH: send 0\.\d+ ETH to/)
    expect(await sentByWallet()).toBe(0)
  })

  test('error: reports pending transactions of the wallet', async () => {
    await node.call('evm_setAutomine', false)
    await node.call('eth_sendRawTransaction', await wallet.sign())
    const { code, text } = await run(['--yes'])
    await node.call('evm_setAutomine', true)
    await node.call('evm_mine')
    expect(code).toBe(1)
    expect(text).toContain('The wallet has 1 pending transaction(s)')
  })

  test('error: reports an unexpected token', async () => {
    const [usdc] = listTokens(chainId)
    await setCode(usdc?.address as Hex, testEurcCode)
    const { code, text } = await run(['--yes'])
    expect(code).toBe(1)
    expect(text).toContain('has another signing domain than USDC')
    expect(await sentByWallet()).toBe(0)
  })

  test('error: reports other code at the address of a contract', async () => {
    await setCode(splitFactory.address, '0x00')
    const outcome = await run(['--yes'])
    expect(outcome.code).toBe(1)
    const address = checksumAddress(splitFactory.address)
    expect(outcome.text).toContain(
      `- SplitFactory at ${address} has other code than the compiled contract.`,
    )
    expect(await sentByWallet()).toBe(0)
  })

  test('error: reports a node of another chain and an unavailable one', async () => {
    const foreign = await run(['--yes'], { CHAIN_ID: '8453' })
    expect(foreign).toEqual({
      code: 1,
      text: 'CHAIN_RPC_URL: URL 1 is chain 84532, not 8453',
    })
    const url = `http://127.0.0.1:${await findFreePort()}/v2/a-key-of-ours`
    const away = await run(['--yes'], { CHAIN_RPC_URL: url })
    expect(away).toEqual({ code: 1, text: 'The chain does not respond: HTTP request failed.' })
  })

  test.each([['--no'], ['-y'], ['--yes', 'please']])(
    'error: rejects the unknown argument %s',
    async (...args) => {
      const { code, text } = await run(args)
      expect(code).toBe(2)
      expect(text).toMatch(/^Usage: npm run deploy-contracts/)
    },
  )

  test('error: rejects invalid settings', async () => {
    expect(await run([], { RELAYER_PRIVATE_KEY: '' })).toMatchObject({ code: 2 })
    const key = `0x${'f'.repeat(64)}`
    expect(await run([], { RELAYER_PRIVATE_KEY: key })).toEqual({
      code: 2,
      text: 'RELAYER_PRIVATE_KEY: must be a private key (0x and 64 hex digits)',
    })
  })
})
