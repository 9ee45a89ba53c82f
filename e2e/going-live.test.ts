// @module-tag slow
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isRunnable, nameBlocks, readBlocks } from './helpers/code-blocks.js'
import { connect } from './helpers/demo-chain.js'
import { createReader } from './helpers/reader.js'
import { openShell } from './helpers/shell.js'
import {
  type Demo,
  databaseUrl,
  makeDataDir,
  projectDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
  type Tallystick,
} from './helpers/tallystick.js'
import { startTlsProxy, type TlsProxy } from './helpers/tls-proxy.js'

const execute = promisify(execFile)
const goingLive = nameBlocks('docs/going-live.md', [
  'database',
  'secrets',
  'relayer',
  'deploy',
  'doctor',
  'signIn',
  'sale',
  'status',
  'plan',
  'refund',
])
const contracts = readBlocks('docs/contracts.md').filter(isRunnable)
const operations = nameBlocks('docs/operations.md', ['grants', 'waiting'])

const platformWallet = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const dataDir = makeDataDir()
const liveDir = makeDataDir()
/** The home of the live service, with the folders `app` and `secrets`. */
const home = mkdtempSync(join(tmpdir(), 'tallystick-live-'))
const app = join(home, 'app')
const certificate = join(home, 'certificate.pem')
/** It runs the database server and the chain of the live service. */
let sandbox: Tallystick
let demo: Demo

beforeAll(async () => {
  mkdirSync(app)
  symlinkSync(join(projectDir, 'node_modules'), join(app, 'node_modules'))
  // Its database becomes the live one, with roles of its own.
  sandbox = await startTallystick({ dataDir, command: 'npm start' })
  demo = await sandbox.ready()
})
afterAll(async () => {
  await stopTallystick(sandbox)
  for (const directory of [dataDir, liveDir, home]) removeDataDir(directory)
})

const callChain = (method: string, ...params: unknown[]) =>
  fetch(demo.chain?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

/** Mines enough blocks to confirm a transaction. */
const confirm = () => callChain('anvil_mine', '0x6')

/** Returns the URL of the live database for a role. */
function urlOf(role: string): string {
  const url = new URL(databaseUrl(dataDir))
  return Object.assign(url, { username: role, password: 'password', pathname: '/tallystick' }).href
}

/** Runs statements of the pages. */
async function query(url: string, statements: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const results: unknown[][] = []
    for (const statement of statements.split(';').filter((text) => text.trim())) {
      results.push((await client.query(statement)).rows)
    }
    return results
  } finally {
    await client.end()
  }
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.runIf(hasOpenssl)('docs/going-live.md', () => {
  let proxy: TlsProxy
  let settings: Record<string, string>
  beforeAll(async () => {
    await makeCertificate()
    const key = readFileSync(join(home, 'key.pem'))
    proxy = await startTlsProxy({ key, cert: readFileSync(certificate) })
    settings = await followFirstSteps()
  })
  afterAll(() => proxy.close())

  async function makeCertificate(): Promise<void> {
    const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '1']
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', join(home, 'key.pem'), '-out', certificate]
    await execute('openssl', ['req', '-x509', ...kind, ...name, ...files])
  }

  /**
   * Follows steps 2 to 5: creates the database, the secrets and the relayer's key, and returns the
   * settings.
   */
  async function followFirstSteps(): Promise<Record<string, string>> {
    await query(databaseUrl(dataDir), goingLive.database)
    // Stands for \password, which reads it from the terminal.
    await query(databaseUrl(dataDir), `alter role tallystick_owner password 'password'`)
    const shell = openShell({ cwd: app, env: {} })
    await shell.run(goingLive.secrets)
    const relayer = (await shell.run(goingLive.relayer)).trim()
    shell.close()
    await callChain('anvil_setBalance', relayer, '0xb1a2bc2ec50000')
    const secrets = join(home, 'secrets')
    writeFileSync(join(secrets, 'database-url'), urlOf('tallystick_owner'))
    writeFileSync(join(secrets, 'rpc-urls'), demo.chain?.rpcUrl ?? '')

    const example = readFileSync(join(projectDir, 'examples', 'deploy', 'tallystick.env'), 'utf8')
    const filledIn = example
      .replaceAll('/opt/tallystick/secrets', secrets)
      .replace('https://pay.example.com', proxy.url)
      .replace('https://alerts.example.com', 'http://127.0.0.1:9')
      .replaceAll('0x…', platformWallet)
    return parseEnv(filledIn) as Record<string, string>
  }

  test('default: the contracts are deployed, and the doctor has no objection', async () => {
    const { HOME = '' } = process.env
    const operator = openShell({ cwd: projectDir, env: { HOME, DATA_DIR: liveDir, ...settings } })
    await callChain('evm_mine')
    expect(await operator.run(goingLive.deploy)).toContain('There is nothing to do.')
    const report = await operator.run(goingLive.doctor)
    expect(report).toContain('Tallystick, live mode, chain 84532')
    expect(report).not.toContain('  problem')
    operator.close()
  })

  test('default: the live service is paid and refunds', async () => {
    const service = await startTallystick({ dataDir: liveDir, environment: settings })
    onTestFinished(async () => {
      await stopTallystick(service)
    })
    proxy.target = service.origin
    const isUp = () => fetch(`${service.origin}/healthz`).then(Boolean, () => false)
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
    await payAndRefund()
    await protectLedger()
    expect(await stopTallystick(service)).toBe(0)
  })

  async function payAndRefund(): Promise<void> {
    writeFileSync(join(app, 'sign-in.mjs'), goingLive.signIn)
    writeFileSync(join(home, 'merchant-key'), demo.merchantPrivateKey)
    const env = { NODE_EXTRA_CA_CERTS: certificate, CURL_CA_BUNDLE: certificate }
    const shell = openShell({ cwd: app, env })
    const { host } = new URL(proxy.url)
    await shell.run(`export DOMAIN=${host} MERCHANT_KEY_FILE=${join(home, 'merchant-key')}`)
    const { receipt } = JSON.parse(
      (await shell.run(goingLive.sale)).trim().split('\n').at(-1) ?? '',
    )
    expect(receipt.paymentUrl).toContain(`${proxy.url}/portal/`)

    const { receiptId, paymentUrl } = receipt
    const page = `${proxy.target}/api/portal/${receiptId}${new URL(paymentUrl).search}`
    const { payment } = JSON.parse(await (await fetch(page)).text())
    const buyer = connect(demo)
    await buyer.pay('USDC', { to: payment.depositAddress, units: 1_010_000n })
    await confirm()
    const getReceipt = async () => JSON.parse(await shell.run(goingLive.status))
    await expect.poll(async () => (await getReceipt()).status, { interval: 250 }).toBe('paid')

    await shell.run(`BUYER=${buyer.buyer}`)
    const { plan } = JSON.parse(await shell.run(goingLive.plan))
    expect(plan.transfers).toMatchObject([{ to: buyer.buyer, units: '1010000' }])
    const merchant = connect({ ...demo, buyerPrivateKey: demo.merchantPrivateKey })
    const hash = await merchant.send('usdc', { args: [buyer.buyer, 1_010_000n] })
    await confirm()
    await shell.run(`HASH=${hash}`)
    await shell.run(goingLive.refund)
    const isConfirmed = async () => (await getReceipt()).refunds[0].confirmed
    await expect.poll(isConfirmed, { interval: 250 }).toBe(true)
    shell.close()
  }

  /** Follows docs/operations.md on the live database. */
  async function protectLedger(): Promise<void> {
    await query(databaseUrl(dataDir), `create role tallystick_service login password 'password'`)
    await query(urlOf('tallystick_owner'), operations.grants)
    const [events] = await query(urlOf('tallystick_service'), operations.waiting)
    expect(events).toEqual([{ count: expect.stringMatching(/^\d+$/) }])
    const change = query(urlOf('tallystick_service'), 'delete from ledger_entries')
    await expect(change).rejects.toThrow('permission denied')
  }
})

describe('docs/contracts.md', () => {
  test('default: a recipient releases their share by hand', async () => {
    const { split = '0x' } = demo.chain ?? {}
    // The service distributes money itself, but not less than a millionth of a dollar.
    await connect(demo).pay('ETH', { to: split, units: 2_000_000n })
    const reader = createReader(demo)
    onTestFinished(reader.remove)
    const shell = reader.openTerminal()
    const output = await shell.run(reader.type(contracts))
    shell.close()
    expect(output).toMatch(/^1990000n\n0x[0-9a-f]{64}\n$/)
  })
})

const runDoctor = (environment: Record<string, string>) =>
  execute('npm', ['run', '--silent', 'doctor'], {
    cwd: projectDir,
    // The test runner sets a MODE of its own.
    env: { ...process.env, MODE: '', DATA_DIR: dataDir, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )

describe('npm run doctor', () => {
  test('default: finds the database and the chain of a running sandbox', async () => {
    const { code, stdout } = await runDoctor({ BASE_URL: sandbox.origin })
    expect(stdout).toContain('with the compiled code')
    expect(stdout).toContain(`${sandbox.origin}/healthz responds`)
    expect(stdout).toMatch(/\n0 problems, 1 warning\.\n$/)
    expect(code).toBe(0)
  })

  test('error: reports missing contracts, without which live mode does not start', async () => {
    await callChain('anvil_setCode', demo.chain?.gateway, '0x')
    const { masterKey, jwtSecret, cronSecret } = JSON.parse(
      readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
    )
    const live = {
      MODE: 'live',
      BASE_URL: 'https://pay.example.com',
      DATABASE_URL: databaseUrl(dataDir),
      CHAIN_RPC_URL: demo.chain?.rpcUrl ?? '',
      CHAIN_ID: String(demo.chain?.chainId),
      PLATFORM_WALLET: platformWallet,
      MASTER_KEY: masterKey,
      JWT_SECRET: jwtSecret,
      CRON_SECRET: cronSecret,
      CANCEL_PRIVATE_KEY: `0x${masterKey}`.slice(0, 62).padEnd(66, '1'),
      TRUSTED_PROXIES: 'none',
    }
    const problem = /the contracts are not deployed on this chain: PaymentGateway/
    const { code, stdout } = await runDoctor(live)
    expect(stdout).toMatch(problem)
    expect(code).toBe(1)

    const service = await startTallystick({ dataDir: liveDir, environment: live })
    expect(await service.exited).toBe(1)
    expect(service.output()).toMatch(problem)
    expect(service.output()).toContain('run: npm run deploy-contracts')
  })
})
