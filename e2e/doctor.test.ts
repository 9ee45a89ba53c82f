import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const dataDir = makeDataDir()
const otherDir = makeDataDir()
let sandbox: Tallystick
let demo: Demo
/** A live configuration on the database and the chain of the sandbox. */
let live: Record<string, string>
beforeAll(async () => {
  sandbox = await startTallystick({ dataDir })
  demo = await sandbox.ready()
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  live = {
    MODE: 'live',
    BASE_URL: 'https://pay.example.com',
    DATABASE_URL: databaseUrl(dataDir),
    CHAIN_RPC_URL: demo.chain?.rpcUrl ?? '',
    CHAIN_ID: String(demo.chain?.chainId),
    PLATFORM_WALLET: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    MASTER_KEY: secrets.masterKey,
    JWT_SECRET: secrets.jwtSecret,
    CRON_SECRET: secrets.cronSecret,
    TRUSTED_PROXIES: 'none',
  }
})
afterAll(async () => {
  await stopTallystick(sandbox)
  removeDataDir(dataDir)
  removeDataDir(otherDir)
})

const runDoctor = (environment: Record<string, string>) =>
  promisify(execFile)('npm', ['run', '--silent', 'doctor'], {
    cwd: projectDir,
    // The test runner sets a MODE of its own.
    env: { ...process.env, MODE: '', DATA_DIR: dataDir, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )

const callChain = (method: string, ...params: unknown[]) =>
  fetch(demo.chain?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

describe('npm run doctor', () => {
  test('default: finds the database and the chain of a running sandbox', async () => {
    const { code, stdout } = await runDoctor({ BASE_URL: sandbox.origin })
    expect(stdout).toContain('with the compiled code')
    expect(stdout).toContain(`${sandbox.origin}/healthz responds`)
    expect(stdout).toMatch(/\n0 problems, 1 warning\.\n$/)
    expect(code).toBe(0)
  })

  test('default: accepts a live configuration', async () => {
    await callChain('evm_mine')
    const { code, stdout } = await runDoctor(live)
    expect(stdout).toContain('Tallystick, live mode, chain 84532')
    expect(stdout).not.toContain('  problem')
    expect(code).toBe(0)
  })

  test('error: reports missing contracts, without which live mode does not start', async () => {
    await callChain('anvil_setCode', demo.chain?.gateway, '0x')
    const words = /the contracts are not deployed on this chain: PaymentGateway/
    const { code, stdout } = await runDoctor(live)
    expect(stdout).toMatch(words)
    expect(code).toBe(1)

    const service = await startTallystick({ dataDir: otherDir, environment: live })
    expect(await service.exited).toBe(1)
    expect(service.output()).toMatch(words)
    expect(service.output()).toContain('run: npm run deploy-contracts')
  })
})
