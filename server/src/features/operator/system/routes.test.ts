import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aDelivery } from '../../../../test/fixtures/delivery.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import { checksumAddress } from '../../../lib/hex.js'
import { HOUR_MS, unixMs } from '../../../lib/time.js'
import { compareMigrations } from '../../../platform/doctor/migration-states.js'
import { ensureJobs } from '../../../platform/jobs/lease-store.js'
import { createJobRunner } from '../../../platform/jobs/run-jobs.js'

// The chain runs in another process, on some machines emulated.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const operatorKey = generatePrivateKey()
let chain: TestChain
let brokenNode: Server
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  chain = await startTestChain()
  brokenNode = createServer((_, response) => response.writeHead(500).end())
  await new Promise<void>((resolve) => brokenNode.listen(0, '127.0.0.1', resolve))
  const { port } = brokenNode.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/key-7c2f`
  app = await createTestApp({
    environment: {
      ...chain.environment,
      CHAIN_RPC_URL: `${url},${chain.environment['CHAIN_RPC_URL']}`,
      PLATFORM_ADMINS: privateKeyToAddress(operatorKey),
    },
  })
  operator = await signIn(app, { privateKey: operatorKey })
})
afterAll(async () => {
  await app.close()
  brokenNode.close()
  await chain.close()
})

const get = async (path: string) => {
  const response = await app.inject({ url: `/api/admin${path}`, headers: operator.headers })
  expect([path, response.statusCode]).toEqual([path, 200])
  return response.json()
}

describe('GET /api/admin/alerts', () => {
  test('default: lists what is firing and since when, and checks', async () => {
    const since = app.ctx.now()
    const message = 'the last run of a job failed'
    app.ctx.alerts.raise({ name: 'job_failing', key: 'refresh-rates', message })
    const shown = { name: 'job_failing', key: 'refresh-rates', message, since }
    expect((await get('/alerts')).alerts).toEqual([shown])
    await app.ctx.health.sample()
    expect((await get('/alerts')).checks).toContainEqual({ name: 'datastore', ok: true })
    app.ctx.alerts.resolve('job_failing', 'refresh-rates')
    expect((await get('/alerts')).alerts).toEqual([])
  })

  test('error: admits only operators', async () => {
    const { headers } = await aSeller(app)
    for (const path of ['alerts', 'jobs', 'journal', 'nodes', 'doctor', 'version']) {
      const response = await app.inject({ url: `/api/admin/${path}`, headers })
      expect([path, response.statusCode]).toEqual([path, 403])
    }
  })
})

describe('GET /api/admin/jobs', () => {
  test('default: shows the last run, its duration, failures and the next run', async () => {
    let isBroken = true
    const job = {
      name: 'test-report',
      everyMs: HOUR_MS,
      async run() {
        if (isBroken) throw new Error('the disk is full')
        return {}
      },
    }
    const startedAt = app.ctx.now()
    const runner = createJobRunner(app.ctx, { jobs: [job], pollMs: 10, refreshMs: 10 })
    runner.start()
    const shown = async () =>
      (await get('/jobs')).jobs.find((row: { job: string }) => row.job === job.name)
    await expect.poll(async () => (await shown())?.lastError).toBe('the disk is full')
    expect(await shown()).toEqual({
      job: job.name,
      everyMs: HOUR_MS,
      isRunning: false,
      isOverdue: false,
      nextRunAt: startedAt + HOUR_MS,
      lastRunAt: startedAt,
      lastDurationMs: expect.any(Number),
      lastError: 'the disk is full',
      lastFailedAt: startedAt,
      failures: 1,
    })

    isBroken = false
    const url = `/api/admin/jobs/${job.name}/run`
    const asked = await app.inject({ method: 'POST', url, headers: operator.headers })
    expect(asked.json()).toMatchObject({ ok: true, job: { nextRunAt: startedAt } })
    await expect
      .poll(shown)
      .toMatchObject({ lastError: null, failures: 0, nextRunAt: startedAt + HOUR_MS })
    expect((await shown()).lastFailedAt).toBe(startedAt)
    await runner.stop()
    const { rows } = await app.ctx.db.query(
      'select action, target, role from audit_entries where merchant = $1 order by seq desc limit 1',
      [operator.wallet],
    )
    expect(rows).toEqual([{ action: 'job.run_requested', target: job.name, role: 'operator' }])
  })

  test('error: an unknown job, and one that runs', async () => {
    const jobs = [{ name: 'test-long', everyMs: HOUR_MS }]
    await ensureJobs(app.ctx.db, { jobs, now: app.ctx.now() })
    await app.ctx.db.query(
      `update job_leases set owner = 'run_1', leased_until = 9e15 where job = 'test-long'`,
    )
    const run = async (name: string) => {
      const url = `/api/admin/jobs/${name}/run`
      return (await app.inject({ method: 'POST', url, headers: operator.headers })).json().error
    }
    expect(await run('test-long')).toBe('conflict')
    expect(await run('no-such-job')).toBe('not_found')
  })
})

describe('GET /api/admin/webhooks/queues', () => {
  test('default: counts waiting and failed deliveries by merchant and host', async () => {
    const { wallet } = await aSeller(app)
    const before = await get('/webhooks/queues')
    await app.ctx.db.query(
      `insert into webhook_queues (merchant, queue, route, run_at, is_retry)
       values ($1, 'a', 'slow.test ' || $1, 1, true), ($1, 'b', 'slow.test ' || $1, 9e15, false)`,
      [wallet],
    )
    await aDelivery(app.ctx, { merchant: wallet, status: 'failed' })
    const { byHost, ...counts } = await get('/webhooks/queues')
    expect(counts).toEqual({
      ok: true,
      unpublished: 0,
      queues: before.queues + 2,
      failed: before.failed + 1,
    })
    const [first] = byHost
    expect(first).toMatchObject({
      wallet: checksumAddress(wallet),
      host: 'slow.test',
      queues: 2,
      retrying: 1,
      sending: 0,
    })
    expect(first.overdueMs).toBeGreaterThan(HOUR_MS)
  })
})

describe('GET /api/admin/journal', () => {
  test('default', async () => {
    expect(await get('/journal')).toEqual({
      ok: true,
      isFailing: false,
      records: 0,
      segments: expect.any(Number),
      oldestAt: null,
      quarantined: 0,
    })
  })
})

describe('GET /api/admin/nodes', () => {
  test('default: names nodes by position, without their addresses', async () => {
    const { nodes, chainId } = await get('/nodes')
    expect(chainId).toBe(app.ctx.config.chainId)
    expect(nodes).toMatchObject([
      { node: 1, latencyMs: null, blockNumber: null, blocksBehind: null },
      { node: 2, latencyMs: expect.any(Number), blocksBehind: 0, error: null },
    ])
    expect(nodes[0].error).toEqual(expect.any(String))
    expect(JSON.stringify(nodes)).not.toContain('key-7c2f')
    await chain.call('evm_mine')
    expect((await get('/nodes')).nodes[1].blockNumber).toBe(nodes[1].blockNumber + 1)
  })
})

describe('GET /api/admin/doctor', () => {
  test('default: reports what the command would', async () => {
    const { sections, problems } = await get('/doctor')
    const titles = sections.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Settings', 'Database', 'Nodes', 'Journal']))
    const findings = sections.flatMap((section: { findings: unknown[] }) => section.findings)
    expect(findings).toContainEqual({
      status: 'problem',
      message: expect.stringContaining('Node 1 does not respond'),
      fix: expect.any(String),
    })
    expect(problems).toBeGreaterThan(0)
  })
})

describe('GET /api/admin/version', () => {
  test('default', async () => {
    const { migrations, ...version } = await get('/version')
    expect(version).toMatchObject({ version: '1.0.0', mode: 'sandbox', role: 'all' })
    expect(migrations).toMatchObject([{ version: 1, state: 'applied' }])
  })

  test('behavior: names pending, edited and unknown migrations', () => {
    const file = (version: number) => ({ version, name: `000${version}`, checksum: 'a' })
    const row = (version: number, checksum = 'a') => {
      return { version, name: `000${version}`, checksum, appliedAt: unixMs(5) }
    }
    const states = compareMigrations([file(1), file(2), file(3)], [row(1), row(2, 'b'), row(4)])
    expect(states.map(({ state }) => state)).toEqual(['applied', 'edited', 'pending', 'unknown'])
  })
})
