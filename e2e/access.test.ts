// @module-tag slow
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, readJson, signIn } from './helpers/person.js'
import {
  type Demo,
  databaseSettings,
  databaseUrl,
  makeDataDir,
  projectDir,
  removeDataDir,
  sharedDatabase,
  startTallystick,
  type Tallystick,
} from './helpers/tallystick.js'

const baseUrl = 'http://tally.test'
const firstDir = makeDataDir()
const secondDir = makeDataDir()
const secrets = {
  MASTER_KEY: 'm'.repeat(40),
  JWT_SECRET: 'j'.repeat(40),
  CRON_SECRET: 'c'.repeat(40),
}
const started: Tallystick[] = []
let first: Tallystick
let second: Tallystick
let demo: Demo
let owner: Person

/** Starts one service as two processes that share a database. */
beforeAll(async () => {
  const environment = {
    ...secrets,
    BASE_URL: baseUrl,
    ALLOWED_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'debug',
    SANDBOX_CHAIN: 'off',
  }
  first = await startTallystick({ dataDir: firstDir, environment })
  started.push(first)
  demo = await first.ready()
  second = await startTallystick({
    dataDir: secondDir,
    environment: { ...environment, ...sharedDatabase(firstDir), ROLE: 'web' },
  })
  started.push(second)
  await second.ready()
  owner = await signIn(first.origin, { baseUrl, privateKey: demo.merchantPrivateKey })
})

afterAll(async () => {
  const codes: (number | null)[] = []
  for (const tallystick of started.reverse()) {
    tallystick.signal('SIGTERM')
    codes.push(await tallystick.exited)
  }
  removeDataDir(firstDir)
  removeDataDir(secondDir)
  expect(codes).toEqual([0, 0])
})

const origins = () => [first.origin, second.origin]

describe('two processes', () => {
  test('behavior: both accept a session until one of them ends it', async () => {
    const privateKey = generatePrivateKey()
    const person = await signIn(first.origin, { baseUrl, privateKey })
    const me = await person.call(second.origin, '/api/auth/me')
    expect(await me.json()).toMatchObject({ ok: true, wallet: person.wallet })
    await person.call(second.origin, '/api/auth/logout', { method: 'POST' })
    expect((await person.call(first.origin, '/api/auth/me')).status).toBe(401)
  })

  test('behavior: 50 concurrent posts with one Idempotency-Key take effect once and get the same response', async () => {
    const body = { member: privateKeyToAddress(generatePrivateKey()), role: 'cashier' }
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const origin = origins()[index % 2] ?? ''
        const headers = { 'idempotency-key': 'one-invitation' }
        const response = await owner.call(origin, '/api/members', { method: 'POST', body, headers })
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^201 /)
    const listed = await owner.call(first.origin, '/api/members')
    const { members } = await readJson<{ members: object[] }>(listed)
    expect(members).toHaveLength(2)
  })

  test('behavior: both count toward the 60 calls a minute of a starter key', async () => {
    const person = await signIn(first.origin, { baseUrl, privateKey: generatePrivateKey() })
    const response = await person.call(first.origin, '/api/keys', {
      method: 'POST',
      body: { name: 'Till' },
    })
    const { apiKey } = await readJson<{ apiKey: string }>(response)
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fetch(`${origins()[index % 2]}/api/status/ping`, { headers: { 'x-api-key': apiKey } }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(140)
  })
})

describe('demo.json', () => {
  test('behavior: contains two merchants with separate data', async () => {
    const configOf = async (apiKey: string) => {
      const headers = { 'x-api-key': apiKey }
      const response = await fetch(`${first.origin}/api/shop/config`, { headers })
      return readJson<{ config: object }>(response)
    }
    const [ownConfig, other] = [
      await configOf(demo.apiKey),
      await configOf(demo.otherMerchant.apiKey),
    ]
    expect(ownConfig.config).toMatchObject({ wallet: demo.merchantWallet, slug: demo.shopSlug })
    expect(other.config).toMatchObject({
      wallet: demo.otherMerchant.merchantWallet,
      slug: demo.otherMerchant.shopSlug,
    })
    const foreign = `/api/shop/config?wallet=${demo.otherMerchant.merchantWallet}`
    expect((await owner.call(first.origin, foreign)).status).toBe(403)
  })
})

describe('npm run verify-audit', () => {
  const verify = () =>
    promisify(execFile)('npm', ['run', '--silent', 'verify-audit'], {
      cwd: projectDir,
      env: {
        ...process.env,
        ...secrets,
        ...databaseSettings(firstDir),
        MODE: '',
        BASE_URL: baseUrl,
        DATA_DIR: firstDir,
      },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )

  test('behavior: accepts an unchanged log and reports a changed entry', async () => {
    const change = { description: 'Now with decaf.' }
    await owner.call(first.origin, '/api/shop/config', { method: 'POST', body: change })
    expect(await verify()).toEqual({ code: 0, stdout: expect.stringMatching(/, 0 broken\n$/) })

    const client = new Client({ connectionString: databaseUrl(firstDir) })
    await client.connect()
    await client.query(`update audit_entries set after = '{}' where action = 'shop.updated'`)
    await client.end()
    expect(await verify()).toEqual({
      code: 1,
      stdout: expect.stringMatching(/BROKEN: entry \d+ was changed.*, 1 broken\n$/s),
    })
  })
})

describe('logs', () => {
  test('behavior: contain no secret', () => {
    const { databasePassword } = JSON.parse(readFileSync(join(firstDir, 'secrets.json'), 'utf8'))
    const isLine = (line: string) => line.startsWith('{')
    const lines = `${first.output()}\n${second.output()}`.split('\n').filter(isLine).join('\n')
    expect(lines).toContain('"path":"/api/auth/login"')
    const knownPaths = [
      ...Object.values(secrets),
      databasePassword,
      demo.apiKey,
      demo.merchantPrivateKey,
    ]
    expect(knownPaths.filter((secret) => lines.includes(secret))).toEqual([])
    expect(lines).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+|tly_(test|live)_[0-9A-Za-z]{10}_/)
  })
})
