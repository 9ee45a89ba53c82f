// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { endOfJob } from '../../../test/job-worker.js'
import { forkJobWorker } from '../../../test/kill/fork-job-worker.js'
import { databaseUrlOf } from '../../../test/kill/fork-webhooks.js'
import type { JobPoint } from './run-job.js'

/** Four batches, between which a worker stores its progress. */
const rows = 1_000
/** Long enough for a busy machine, which would otherwise lose the job to itself. */
const leaseMs = 2_000
let app: TestApp
let seller: Seller
let databaseUrl: string
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, { callsPerMinute: 100_000, deploy: false })
  databaseUrl = await databaseUrlOf(app.ctx)
})
afterAll(() => app.close())

const forkWorker = (kill?: { point: JobPoint; times: number }) =>
  forkJobWorker({ databaseUrl, now: app.ctx.now(), leaseMs, ...(kill && { kill }) })

async function startImport(run: string, count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, at) => `${run}-${at},Thing,1`)
  const response = await app.inject({
    method: 'POST',
    url: '/api/jobs/import',
    headers: { ...seller.owner.headers, 'content-type': 'text/csv' },
    payload: ['sku,name,priceUsd', ...lines].join('\n'),
  })
  expect(response.statusCode).toBe(202)
  return response.json().id
}

async function countItems(run: string): Promise<number> {
  const { rows } = await app.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from items where merchant = $1 and starts_with(sku, $2)',
    [seller.wallet, `${run}-`],
  )
  return rows[0]?.count ?? 0
}

async function countImports(): Promise<number> {
  const url = '/api/audit?action=inventory.imported&limit=100'
  const response = await app.inject({ url, headers: seller.owner.headers })
  return response.json().entries.length
}

describe('a worker that is killed with SIGKILL', () => {
  test.each<JobPoint>(['claimed', 'reported', 'finishing', 'finished'])(
    'behavior: at the point %s, an import is applied once',
    async (point) => {
      const before = await countImports()
      const id = await startImport(point, rows)
      const victim = await forkWorker({ point, times: 1 })
      expect(await victim.ended).toBe('SIGKILL')
      const isCommitted = point === 'finished'
      expect(await countItems(point)).toBe(isCommitted ? rows : 0)

      const survivor = await forkWorker()
      const job = await endOfJob(app.ctx, { merchant: seller.wallet, id })
      await survivor.kill()
      expect(job).toMatchObject({ state: 'done', result: { created: rows } })
      expect(job.attempts).toBeGreaterThanOrEqual(isCommitted ? 1 : 2)
      expect(await countItems(point)).toBe(rows)
      expect(await countImports()).toBe(before + 1)
    },
    60_000,
  )

  test.each<JobPoint>(['claimed', 'finishing', 'finished'])(
    'behavior: at the point %s, an export writes its file once',
    async (point) => {
      const lineItems = [{ label: 'Tea', priceUsd: 4 }]
      for (const id of ['1', '2', '3']) {
        await seller.post('/api/receipts', { id: `${point}-${id}`, totalUsd: 4, lineItems })
      }
      const { id } = (await seller.act('/api/jobs/export', {})).json()
      const victim = await forkWorker({ point, times: 1 })
      expect(await victim.ended).toBe('SIGKILL')
      const survivor = await forkWorker()
      const job = await endOfJob(app.ctx, { merchant: seller.wallet, id })
      await survivor.kill()
      expect(job.state).toBe('done')
      const { headers } = seller.owner
      const file = await app.inject({ url: `/api/jobs/${id}/file`, headers })
      expect(file.body).toBe((await seller.get('/api/receipts/export')).body)
      expect(file.body.match(new RegExp(`^${point}-`, 'gm'))).toHaveLength(3)
    },
    60_000,
  )

  test('behavior: canceled after the crash, an export has no file', async () => {
    const { id } = (await seller.act('/api/jobs/export', {})).json()
    const victim = await forkWorker({ point: 'finishing', times: 1 })
    await victim.ended
    expect((await seller.act(`/api/jobs/${id}/cancel`, {})).json()).toMatchObject({
      state: 'canceled',
      file: null,
    })
    const next = await startImport('after-export', 1)
    const survivor = await forkWorker()
    await endOfJob(app.ctx, { merchant: seller.wallet, id: next })
    await survivor.kill()
    const { headers } = seller.owner
    expect((await app.inject({ url: `/api/jobs/${id}/file`, headers })).statusCode).toBe(404)
  }, 60_000)

  test('behavior: canceled after the crash, a deployment is not sent', async () => {
    const recipients = [
      { address: seller.wallet, sharesBps: 9_000 },
      { address: aWallet(), sharesBps: 950 },
    ]
    const { id } = (await seller.act('/api/jobs/deployment', { recipients })).json()
    const victim = await forkWorker({ point: 'claimed', times: 1 })
    await victim.ended
    const canceled = await seller.act(`/api/jobs/${id}/cancel`, {})
    expect(canceled.json()).toMatchObject({ state: 'canceled' })
    const { rows } = await app.ctx.db.query<{ state: string }>(
      'select state from outgoing_transactions where merchant = $1',
      [seller.wallet],
    )
    expect(rows).toEqual([{ state: 'failed' }])
  }, 60_000)

  test('behavior: canceled after the crash, the import changes nothing', async () => {
    const id = await startImport('canceled', rows)
    const victim = await forkWorker({ point: 'reported', times: 1 })
    await victim.ended
    const canceled = await seller.act(`/api/jobs/${id}/cancel`, {})
    expect(canceled.json()).toMatchObject({ state: 'canceled' })
    const next = await startImport('next', 1)
    const survivor = await forkWorker()
    await endOfJob(app.ctx, { merchant: seller.wallet, id: next })
    await survivor.kill()
    expect(await countItems('canceled')).toBe(0)
  }, 60_000)

  test('behavior: one that kills every worker fails, and says so', async () => {
    const id = await startImport('deadly', 10)
    for (let kills = 0; kills < 5; kills += 1) {
      const victim = await forkWorker({ point: 'claimed', times: 1 })
      await victim.ended
    }
    const survivor = await forkWorker()
    const job = await endOfJob(app.ctx, { merchant: seller.wallet, id })
    await survivor.kill()
    expect(job).toMatchObject({
      state: 'failed',
      error: { error: 'failed', message: 'The job was interrupted 5 times. Start it again.' },
    })
    expect(await countItems('deadly')).toBe(0)
  }, 60_000)
})
