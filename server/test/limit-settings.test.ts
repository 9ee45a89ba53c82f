// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setMerchantLimits } from '../src/features/operator/set-merchant-limits.js'
import { unixMs } from '../src/lib/time.js'
import { type Service, startService } from '../src/start-service.js'
import { aDeveloper, aWallet } from './fixtures/factories.js'
import { createTestDatabase } from './test-database.js'

const ownAddress = aWallet()
const directory = mkdtempSync(join(tmpdir(), 'limits-'))
const file = join(directory, 'limits.json')
const steps: (() => Promise<void> | void)[] = []
let database: Awaited<ReturnType<typeof createTestDatabase>>
let first: Service
let second: Service

beforeAll(async () => {
  database = await createTestDatabase()
  writeFileSync(file, '{}')
  first = await start('first')
  second = await start('second')
}, 60_000)
afterAll(async () => {
  for (const step of steps.reverse()) await step()
  await database.drop()
  rmSync(directory, { recursive: true })
})

/** Starts a process of the service, with settings only. */
function start(name: string): Promise<Service> {
  return startService({
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR: join(directory, name),
      LIMITS_FILE: file,
      OWN_MERCHANTS: ownAddress,
      MASTER_KEY: 'a'.repeat(64),
      PORT: '0',
      METRICS_PORT: '0',
      SANDBOX_CHAIN: 'off',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
    },
    isTerminal: false,
    now: () => unixMs(Date.now()),
    undo: (step) => steps.push(step),
    signal: new AbortController().signal,
  })
}

async function limitOf({ ctx }: Service, apiKey: string): Promise<number> {
  const headers = { 'x-api-key': apiKey }
  const response = await fetch(`${ctx.config.baseUrl}/api/status/ping`, { headers })
  return Number(response.headers.get('x-ratelimit-limit'))
}

describe('limits of running processes', () => {
  test('default: a changed file takes effect within 5 s, and an invalid one is refused', {
    tags: 'slow',
    timeout: 30_000,
  }, async () => {
    const { apiKey } = await aDeveloper(first.ctx, { plan: 'pro' })
    const expectLimit = (limit: number) =>
      vi.waitFor(
        async () => {
          expect(await limitOf(first, apiKey)).toBe(limit)
          expect(await limitOf(second, apiKey)).toBe(limit)
        },
        { timeout: 5_000, interval: 200 },
      )
    await expectLimit(600)
    writeFileSync(file, '{"limits": {"pro-calls": 700}}')
    await expectLimit(700)

    writeFileSync(file, '{"limits": {\n"pro-calls": -1}}')
    await vi.waitFor(
      () =>
        expect(second.ctx.alerts.list()).toMatchObject([
          { name: 'limits_refused', message: expect.stringContaining('line 2: limits.pro-calls') },
        ]),
      { timeout: 5_000 },
    )
    expect(await limitOf(second, apiKey)).toBe(700)
    writeFileSync(file, '{}')
    await expectLimit(600)
  })

  test('behavior: a limit of a merchant takes effect in every process within 2 s', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(first.ctx, { plan: 'pro' })
    const by = { merchant, wallet: aWallet(), role: 'operator', correlationId: 'test' } as const
    await setMerchantLimits(first.ctx, { by, values: { 'pro-calls': 800 } })
    expect(await limitOf(first, apiKey)).toBe(800)
    await vi.waitFor(async () => expect(await limitOf(second, apiKey)).toBe(800), {
      timeout: 2_000,
    })
  })

  test('behavior: a shop of the operator is not limited by its plan, another one is', async () => {
    const [ownMs, other] = await Promise.all([
      aDeveloper(first.ctx, { wallet: ownAddress, plan: 'starter' }),
      aDeveloper(first.ctx, { plan: 'starter' }),
    ])
    const statuses = async (apiKey: string) => {
      const { baseUrl } = first.ctx.config
      const calls = Array.from({ length: 70 }, async () => {
        const headers = { 'x-api-key': apiKey }
        return (await fetch(`${baseUrl}/api/status/ping`, { headers })).status
      })
      return new Set(await Promise.all(calls))
    }
    expect(await statuses(ownMs.apiKey)).toEqual(new Set([200]))
    expect(await statuses(other.apiKey)).toEqual(new Set([200, 429]))
  })
})
