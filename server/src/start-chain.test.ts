import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecordingAlerts } from '../test/fixtures/recording-alerts.js'
import { startRpcNode } from '../test/fixtures/servers/rpc-node.js'
import { silentLog } from '../test/fixtures/silent-log.js'
import { createRecordingLog, createTestContext, type TestContext } from '../test/harness.js'
import { testConfig } from '../test/test-config.js'
import { checksumAddress, type Hash, parseHash } from './lib/hex.js'
import { recordAnvil } from './platform/chain/anvil/running-anvil.js'
import type { Block, Chain } from './platform/chain/chain.js'
import { contracts, multicall3 } from './platform/chain/contracts.js'
import { encodeDomain } from './platform/chain/permission-hash.js'
import { listTokens } from './platform/chain/tokens.js'
import { ConfigError } from './platform/config/setting.js'
import { findFreePort } from './platform/free-port.js'
import { examineChain, findOtherChain, isChainReady, wantsOwnChain } from './start-chain.js'

const chainId = 84_532

describe('wantsOwnChain', () => {
  test.each([
    ['a sandbox', {}, true],
    ['a sandbox on another chain', { CHAIN_RPC_URL: 'http://127.0.0.1:8545' }, false],
    ['a sandbox that is to have none', { SANDBOX_CHAIN: 'off' }, false],
  ])('default: %s', (_, environment, expected) => {
    expect(wantsOwnChain(testConfig(environment))).toBe(expected)
  })

  test('behavior: never in live mode', () => {
    expect(wantsOwnChain({ ...testConfig(), mode: 'live' })).toBe(false)
  })
})

describe('findOtherChain', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-other-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('default: returns null, then the chain of the other process', () => {
    const config = testConfig({ DATA_DIR: dataDir })
    expect(findOtherChain(config, silentLog)).toBeNull()
    const other = spawn('sleep', ['30'])
    recordAnvil(dataDir, { pid: other.pid ?? 0, port: 4_711 })
    const otherChain = findOtherChain(config, silentLog)
    other.kill()
    expect(otherChain).toBe('http://127.0.0.1:4711')
  })
})

describe('examineChain', () => {
  let ctx: TestContext
  let record: ReturnType<typeof createRecordingLog>
  beforeAll(async () => {
    ctx = await createTestContext()
  })
  afterAll(() => ctx.close())
  beforeEach(async () => {
    record = createRecordingLog()
    await ctx.db.query('delete from chain_heads')
  })
  let nodes: Awaited<ReturnType<typeof startRpcNode>>[] = []
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    nodes = []
  })

  const examine = (
    input: { chain?: Partial<Chain>; mode?: 'sandbox' | 'live'; urls?: string[] } = {},
  ) => {
    const { mode = 'live', urls: chainRpcUrl = [] } = input
    const config = { ...ctx.config, mode, chainRpcUrl }
    const chain = { ...aChain(), ...input.chain } as Chain
    const alerts = createRecordingAlerts(record.log)
    return examineChain({ ...ctx, config, chain, alerts, log: record.log })
  }

  const problemsOf = async (examining: Promise<void>) => {
    const error: unknown = await examining.catch((reason: unknown) => reason)
    return error instanceof ConfigError ? error.problems : error
  }

  test('default', async () => {
    await examine()
    expect(record.lines).toEqual([])
  })

  test('behavior: does nothing without a chain', async () => {
    await expect(examineChain({ ...ctx, chain: null })).resolves.toBeUndefined()
  })

  const tokens = listTokens(chainId).map(({ address }) => address)
  const withoutContracts: Chain['findCode'] = async (at) =>
    [...tokens, multicall3].includes(at) ? '0x01' : null

  test('error: live mode refuses to start without the contracts, and names the command', async () => {
    const problems = await problemsOf(examine({ chain: { findCode: withoutContracts } }))
    const list = contracts.map(({ name, address }) => `${name} (${checksumAddress(address)})`)
    expect(problems).toEqual([
      'CHAIN_RPC_URL: the contracts are not deployed on this chain: ' +
        `${list.join(', ')}; run: npm run deploy-contracts`,
    ])
  })

  test('error: live mode refuses to start with other code than the compiled contracts', async () => {
    const { findCode } = aChain()
    const altered: Chain['findCode'] = async (at) =>
      at === contracts[0]?.implementation.address ? '0x01' : findCode(at)
    const problems = await problemsOf(examine({ chain: { findCode: altered } }))
    expect(problems).toEqual([
      expect.stringMatching(/^CHAIN_RPC_URL: SplitFactory at .*MerchantSplit/),
    ])
  })

  test('behavior: a sandbox warns about missing contracts and starts anyway', async () => {
    await examine({ mode: 'sandbox', chain: { findCode: withoutContracts } })
    const msg = expect.stringContaining('npm run deploy-contracts')
    expect(record.lines).toContainEqual(expect.objectContaining({ level: 'warn', msg }))
  })

  test('behavior: the sending process raises an alert until the contracts are deployed', async () => {
    const alerts = createRecordingAlerts(record.log)
    const withCode = (code: '0x01' | null) =>
      isChainReady({ alerts, chain: { findCode: async () => code } as unknown as Chain })
    expect(await withCode(null)).toBe(false)
    expect(record.lines).toMatchObject([{ level: 'error', alert: 'contracts_missing' }])
    expect(await withCode('0x01')).toBe(true)
    expect(alerts.list()).toEqual([])
  })

  test('behavior: an unreachable node does not count as a wrong chain', async () => {
    const away = () => Promise.reject(new Error('away'))
    const urls = [`http://127.0.0.1:${await findFreePort()}/a-key-of-ours`]
    await examine({ chain: { findCode: away }, urls })
    expect(record.lines).toMatchObject([
      { level: 'error', alert: 'chain_unexamined', msg: 'the chain could not be checked' },
    ])
    expect(JSON.stringify(record.lines)).not.toContain('a-key-of-ours')
  })

  test('error: reports a node of another chain by its position', async () => {
    nodes = [await startRpcNode(), await startRpcNode({ chainId: 1 })]
    const urls = nodes.map(({ url }) => `${url}/a-key-of-ours`)
    expect(await problemsOf(examine({ urls }))).toEqual([
      'CHAIN_RPC_URL: node 2 serves chain 1, not 84532',
    ])
  })

  test('error: reports an unexpected token', async () => {
    const readContract = (() => Promise.resolve(18)) as unknown as Chain['readContract']
    const problems = await problemsOf(examine({ chain: { readContract } }))
    expect(problems).toHaveLength(3)
    expect(problems).toContainEqual(expect.stringMatching(/^CHAIN_RPC_URL: USDC at .* 18 decimals/))
  })

  test('error: refuses another chain with the same id at every start', async () => {
    await examine()
    const chain = aChain({ first: '8' })
    const expected = [expect.stringContaining('is not the chain that the database knows')]
    expect(await problemsOf(examine({ chain }))).toEqual(expected)
    expect(await problemsOf(examine({ chain }))).toEqual(expected)
    await expect(examine()).resolves.toBeUndefined()
  })

  test('behavior: a sandbox starts anyway and raises an alert', async () => {
    nodes = [await startRpcNode({ chainId: 1 })]
    await examine({ mode: 'sandbox', urls: nodes.map(({ url }) => url) })
    expect(record.lines).toMatchObject([
      {
        level: 'error',
        alert: 'chain_wrong',
        problems: ['CHAIN_RPC_URL: node 1 serves chain 1, not 84532'],
      },
    ])
    await examine({ mode: 'sandbox' })
    await expect(examine({ mode: 'sandbox', chain: aChain({ first: '8' }) })).resolves.toBe(
      undefined,
    )
  })
})

/** A chain of three blocks on which everything is as expected. */
function aChain({ first = '1' } = {}) {
  const hashOf = (digit: string) => parseHash(`0x${digit.repeat(64)}`) as Hash
  const blocks: Block[] = ['7', first, '2'].map((digit, index) => ({
    number: BigInt(index),
    hash: hashOf(digit),
    parentHash: hashOf('0'),
    timestampSeconds: 0n,
  }))
  const domainOf = (address: string) => {
    const token = listTokens(chainId).find((token) => token.address === address)
    return (
      token?.domain && encodeDomain({ ...token.domain, chainId, verifyingContract: token.address })
    )
  }
  const readContract = async ({
    address,
    functionName,
  }: {
    address: string
    functionName: string
  }) => (functionName === 'decimals' ? 6 : domainOf(address))
  const findBlock: Chain['findBlock'] = async (which) =>
    (typeof which === 'bigint' ? blocks[Number(which)] : blocks.at(-1)) ?? null
  const ownDeployedCodes = contracts.flatMap((contract) => [contract, contract.implementation])
  const findCode: Chain['findCode'] = async (at) =>
    ownDeployedCodes.find(({ address }) => address === at)?.code ?? '0x01'
  return { findBlock, findCode, readContract: readContract as unknown as Chain['readContract'] }
}
