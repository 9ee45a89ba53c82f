import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDeveloper } from '../test/fixtures/factories.js'
import { startRpcNode } from '../test/fixtures/servers/rpc-node.js'
import { createContextOn } from '../test/harness.js'
import { aFundedWallet, type FundedWallet } from '../test/on-chain.js'
import { startTestChain, type TestChain } from '../test/test-chain.js'
import { createTestDatabase } from '../test/test-database.js'
import { doctorSections } from './doctor-sections.js'
import { prepareChain } from './features/sandbox/prepare-chain.js'
import { unixMs } from './lib/time.js'
import type { Hex } from './platform/chain/chain.js'
import { paymentGateway, splitImplementation } from './platform/chain/contracts.js'
import { listTokens } from './platform/chain/tokens.js'
import type { Finding } from './platform/doctor/finding.js'
import { runDoctor } from './platform/doctor/run-doctor.js'
import { findFreePort } from './platform/free-port.js'

const chainId = 84_532
const usdc = listTokens(chainId)[0]?.address as Hex
const secretOf = (name: string) => createHash('sha256').update(name).digest('hex')
const secrets = {
  MASTER_KEY: secretOf('master'),
  JWT_SECRET: secretOf('jwt'),
  CRON_SECRET: secretOf('cron'),
  ALERT_WEBHOOK_SECRET: secretOf('alert'),
  CANCEL_PRIVATE_KEY: `0x${secretOf('cancel')}`,
}

const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-doctor-'))
let node: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let wallet: FundedWallet
let snapshot: unknown
beforeAll(async () => {
  node = await startTestChain()
  await prepareChain(node.url, { chainId, relayers: [] })
  database = await createTestDatabase()
}, 60_000)
afterAll(async () => {
  await node.close()
  await database.drop()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  snapshot = await node.call('evm_snapshot')
  wallet = await aFundedWallet(node)
  await node.call('evm_mine')
})
afterEach(() => node.call('evm_revert', snapshot))

const setCode = (address: Hex, code: Hex) => node.call('anvil_setCode', address, code)
const respond = async () => Response.json({ status: 'ok' })

/** Runs it like `npm run doctor`, on a complete live configuration with `changes`. */
async function examine(changes: Record<string, string> = {}, args: string[] = []) {
  const lines: string[] = []
  const environment: Record<string, string> = {
    MODE: 'live',
    DATA_DIR: dataDir,
    BASE_URL: 'https://tally.test',
    DATABASE_URL: database.url,
    ...node.environment,
    PLATFORM_WALLET: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    RELAYER_PRIVATE_KEY: wallet.privateKey,
    TRUSTED_PROXIES: '127.0.0.1',
    ALERT_WEBHOOK_URL: 'https://alerts.test/a-token-of-ours',
    ...secrets,
    ...changes,
  }
  const code = await runDoctor({
    args,
    environment,
    sections: doctorSections,
    now: () => unixMs(Date.now()),
    fetch: respond,
    print: (line) => lines.push(line),
  })
  const text = lines.join('\n')
  const hidden = [...Object.values(secrets), wallet.privateKey.slice(2), 'of-ours', 'hunter2']
  for (const secret of hidden) expect(text).not.toContain(secret)
  expect(text).not.toContain(new URL(node.url).host)
  return { code, text }
}

/** Returns the findings of a section by status. */
async function findingsOf(title: string, changes: Record<string, string> = {}) {
  const { code, text } = await examine(changes, ['--json'])
  const { sections } = JSON.parse(text) as { sections: { title: string; findings: Finding[] }[] }
  const findings = sections.find((section) => section.title === title)?.findings ?? []
  return { code, findings, messages: findings.map(({ message }) => message).join('\n') }
}

const statuses = (findings: Finding[]) => [...new Set(findings.map(({ status }) => status))]

describe('npm run doctor', { timeout: 60_000 }, () => {
  test('default: finds no problem in a complete configuration', async () => {
    const { code, text } = await examine()
    expect(text).toMatch(/^Tallystick, live mode, chain 84532\n\nSettings\n {2}ok {7}All settings/)
    expect(text).not.toContain('  problem')
    expect(text).toContain('All contracts are deployed, with the compiled code: SplitFactory')
    expect(text).toMatch(/has 10 ETH, enough for \d+ signed payments or \d+ settled payments/)
    expect(code).toBe(0)
  })

  test('default: --json returns the same for programs', async () => {
    const { code, text } = await examine({}, ['--json'])
    const report = JSON.parse(text)
    expect(report).toMatchObject({ ok: true, mode: 'live', chainId })
    const titles = report.sections.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(doctorSections.map(({ title }) => title))
    expect(code).toBe(0)
  })

  test('behavior: changes neither the database nor the chain', async () => {
    const empty = await createTestDatabase('empty')
    const { findings, code } = await findingsOf('Database', { DATABASE_URL: empty.url })
    expect(statuses(findings)).toEqual(['ok', 'skipped'])
    expect(code).toBe(0)
    const client = new Client({ connectionString: empty.url })
    await client.connect()
    const { rows } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace",
    )
    await client.end()
    await empty.drop()
    expect(rows).toEqual([])
    expect(await node.call('eth_getTransactionCount', wallet.address, 'pending')).toBe('0x0')
  })

  test('behavior: creates no files in sandbox mode', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-doctor-'))
    const { code, text } = await examine({
      MODE: 'sandbox',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      CHAIN_RPC_URL: '',
    })
    expect(readdirSync(dataDir)).toEqual([])
    rmSync(dataDir, { recursive: true })
    expect(text).toContain('The embedded database is not running; npm start starts it.')
    expect(code).toBe(0)
  })

  test('error: reports missing and weak settings, and still checks the rest', async () => {
    const changes = { CRON_SECRET: 'hunter2', PLATFORM_WALLET: '' }
    const { code, text } = await examine(changes)
    expect(code).toBe(1)
    expect(text).toContain('problem  PLATFORM_WALLET: is required in live mode.')
    expect(text).toContain('problem  CRON_SECRET: has fewer than 32 characters.')
    expect(text).toContain('-> Generate one with: openssl rand -hex 32.')
    expect(text).toContain('All contracts are deployed')
  })

  test('error: a database that does not respond', async () => {
    const url = `postgres://me:hunter2@127.0.0.1:${await findFreePort()}/shop`
    const { code, text } = await examine({ DATABASE_URL: url })
    expect(code).toBe(1)
    expect(text).toMatch(/problem {2}The database does not respond: connect ECONNREFUSED/)
    expect(text).toContain('skipped  Not checked, because the database does not respond.')
  })

  test('error: a database that was written with another master key', async () => {
    const other = await createTestDatabase()
    const ctx = await createContextOn({ url: other.url, drop: async () => {} }, {})
    await aDeveloper(ctx)
    await ctx.close()
    const { code, findings } = await findingsOf('Master key', { DATABASE_URL: other.url })
    await other.drop()
    expect(findings).toMatchObject([
      { status: 'problem', message: 'The database was written with another MASTER_KEY.' },
    ])
    expect(code).toBe(1)
  })

  test('error: a ledger table whose triggers are disabled', async () => {
    const ownTestDatabase = await createTestDatabase()
    const intact = await findingsOf('Database', { DATABASE_URL: ownTestDatabase.url })
    expect(intact.messages).toContain('The ledger tables refuse updates and deletes.')
    const client = new Client({ connectionString: ownTestDatabase.url })
    await client.connect()
    await client.query('alter table ledger_postings disable trigger user')
    await client.end()
    const open = await findingsOf('Database', { DATABASE_URL: ownTestDatabase.url })
    await ownTestDatabase.drop()
    expect(open.code).toBe(1)
    expect(open.messages).toContain('Entries can be changed or deleted in: ledger_postings.')
  })

  test('error: a node of another chain, and one that does not respond', async () => {
    const wrongRpcNode = await startRpcNode({ chainId: 1 })
    const away = `http://127.0.0.1:${await findFreePort()}/a-key-of-ours`
    const urls = [node.url, `${wrongRpcNode.url}/a-key-of-ours`, away].join(',')
    const { code, findings } = await findingsOf('Nodes', { CHAIN_RPC_URL: urls })
    await wrongRpcNode.close()
    expect(code).toBe(1)
    expect(findings.map(({ status }) => status)).toEqual(['ok', 'problem', 'problem'])
    expect(findings[1]?.message).toBe('Node 2 serves chain 1, not 84532.')
    expect(findings[2]?.message).toMatch(/^Node 3 does not respond/)
  })

  test('error: a wrong chain id, without repeating it for every contract', async () => {
    const { code, text } = await examine({ CHAIN_ID: '8453' })
    expect(code).toBe(1)
    expect(text).toContain('problem  Node 1 serves chain 84532, not 8453.')
    expect(text.match(/ {2}problem/g)).toHaveLength(1)
    expect(text).toContain('skipped  Not checked, because the chain does not respond.')
  })

  test('error: a node without block tags and logs', async () => {
    const limited = await startRpcNode({
      respond: (method, [tag] = []) => {
        if (method !== 'eth_getBlockByNumber' || tag !== 'latest') {
          return { error: { code: -32_601, message: 'not supported' } }
        }
        const hash = `0x${'1'.repeat(64)}`
        const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`
        return { result: { number: '0x9', hash, parentHash: hash, timestamp } }
      },
    })
    const { findings } = await findingsOf('Nodes', { CHAIN_RPC_URL: limited.url })
    await limited.close()
    expect(findings.map(({ status }) => status)).toEqual(['ok', 'problem', 'problem'])
    expect(findings[1]?.message).toContain('safe, finalized')
    expect(findings[2]?.message).toContain('does not return logs')
  })

  test('error: a node that stopped', async () => {
    await node.call('evm_mine')
    const later = () => unixMs(Date.now() + 600_000)
    const lines: string[] = []
    const [nodes] = doctorSections.filter(({ title }) => title === 'Nodes')
    await runDoctor({
      args: [],
      environment: { MODE: 'live', ...node.environment },
      sections: nodes ? [nodes] : [],
      now: later,
      fetch: respond,
      print: (line) => lines.push(line),
    })
    expect(lines.join('\n')).toContain('Node 1 is behind: its newest block is 10 minutes old.')
  })

  test('error: a database of another chain with the same id', async () => {
    const other = await createTestDatabase()
    const client = new Client({ connectionString: other.url })
    await client.connect()
    const hash = `0x${'8'.repeat(64)}`
    await client.query(
      'insert into chain_heads (chain_id, first_hash, block_number, block_hash, seen_at) values ($1, $2, 5, $2, 0)',
      [chainId, hash],
    )
    await client.end()
    const { code, messages } = await findingsOf('Chain and database', { DATABASE_URL: other.url })
    await other.drop()
    expect(code).toBe(1)
    expect(messages).toContain('the first block differs')
  })

  test('error: missing contracts', async () => {
    await setCode(paymentGateway.address, '0x')
    const { code, findings } = await findingsOf('Contracts')
    expect(code).toBe(1)
    expect(findings.at(-1)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('PaymentGateway'),
      fix: 'Run: npm run deploy-contracts',
    })
  })

  test('error: contracts with other code', async () => {
    await setCode(splitImplementation, '0x00')
    const { messages } = await findingsOf('Contracts')
    expect(messages).toMatch(/SplitFactory at .* uses MerchantSplit .* other code/)
  })

  test('error: a token with other decimals', async () => {
    // Returns 18 for every call.
    await setCode(usdc, '0x601260005260206000f3')
    const { code, messages } = await findingsOf('Tokens')
    expect(code).toBe(1)
    expect(messages).toContain(`USDC at ${usdc} has 18 decimals, not 6`)
  })

  test('error: an empty relayer and a low one', async () => {
    wallet = await aFundedWallet(node, { wei: 0n })
    const empty = await findingsOf('Wallets')
    expect(empty.code).toBe(1)
    expect(empty.messages).toContain('has 0 ETH and cannot pay for gas')
    wallet = await aFundedWallet(node, { wei: 10n ** 16n })
    const low = await findingsOf('Wallets', { MAX_FEE_GWEI: '100' })
    expect(low.code).toBe(0)
    expect(low.findings.map(({ status }) => status)).toContain('warning')
  })

  test('error: fees above the limit', async () => {
    const { code, messages } = await findingsOf('Wallets', { MAX_FEE_GWEI: '0.000000001' })
    expect(code).toBe(1)
    expect(messages).toMatch(/The base fee of [\d.]+ gwei exceeds MAX_FEE_GWEI \(0\.000000001\)\./)
  })

  test('behavior: warns about settings that live mode does not demand', async () => {
    const changes = { TRUSTED_PROXIES: 'none', ALERT_WEBHOOK_URL: '', RELAYER_PRIVATE_KEY: '' }
    const { code, text } = await examine(changes)
    expect(code).toBe(0)
    expect(text).toContain('warning  No proxy is trusted')
    expect(text).toContain('warning  ALERT_WEBHOOK_URL is not set')
    expect(text).toContain('warning  There is no relayer key')
    expect(text).toMatch(/\n0 problems, 3 warnings\.$/)
  })

  test('error: rejects unknown arguments', async () => {
    const { code, text } = await examine({}, ['--fix'])
    expect(code).toBe(2)
    expect(text).toMatch(/^Usage: npm run doctor/)
  })
})
