import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endOutgoing } from '../../../test/fixtures/end-outgoing.js'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { endOfJob, withJobWorker } from '../../../test/job-worker.js'
import type { SignedIn } from '../../../test/sign-in.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { followMerchants, readChanges } from '../../platform/live-changes/live-change-store.js'
import { pruneJobs } from './feature.js'
import type { JobRunner } from './job-runner.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.ctx.db.query('delete from jobs')
  seller = await aSeller(app, {})
})

const of = (by: SignedIn) => ({ ...by.headers, 'x-merchant-wallet': seller.wallet })
const withWallet = (url: string) => `${url}${url.includes('?') ? '&' : '?'}wallet=${seller.wallet}`
const get = (url: string, by: SignedIn = seller.owner) =>
  app.inject({ url: withWallet(url), headers: of(by) })
const post = (url: string, payload: object = {}, by: SignedIn = seller.owner) =>
  app.inject({ method: 'POST', url: withWallet(url), headers: of(by), payload })
const upload = (csv: string, by: SignedIn = seller.owner, more = {}) =>
  app.inject({
    method: 'POST',
    url: withWallet('/api/jobs/import'),
    headers: { ...of(by), 'content-type': 'text/csv', ...more },
    payload: csv,
  })

const csv = 'sku,name,priceUsd\nT-1,Tea,4.50\nT-2,Coffee,5'
const skus = async () =>
  (await seller.get('/api/inventory')).json().items.map(({ sku }: { sku: string }) => sku)
const runAll = (id: string, options = {}) =>
  withJobWorker(app.ctx, () => endOfJob(app.ctx, { merchant: seller.wallet, id }), options)
/** Deletes what is this old. The clock of the app stays, because sessions end after 12 hours. */
const pruneAfter = (ms: number) =>
  pruneJobs.run({ ...app.ctx, now: () => unixMs(app.ctx.now() + ms) }, new AbortController().signal)
const audited = async (action: string) =>
  (await get(`/api/audit?action=${action}`)).json().entries.length

describe('POST /api/jobs/import', () => {
  test('default: imports in the background, with progress and a result', async () => {
    const started = await upload(csv)
    expect(started.statusCode).toBe(202)
    const { id } = started.json()
    expect(started.json()).toMatchObject({
      ok: true,
      id: expect.stringMatching(/^job_/),
      kind: 'import',
      state: 'waiting',
      done: 0,
      total: null,
      result: null,
      error: null,
      isCancelable: true,
    })
    await runAll(id)
    expect((await get(`/api/jobs/${id}`)).json()).toMatchObject({
      state: 'done',
      done: 4,
      total: 4,
      result: { created: 2, updated: 0, unchanged: 0 },
      error: null,
      isCancelable: false,
    })
    expect(await skus()).toHaveLength(2)
    const { rows } = await app.ctx.db.query('select from job_files where job_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('behavior: a file with problems changes nothing, and names them', async () => {
    const { id } = (await upload('sku,name,priceUsd\nT-1,Tea,4.50\nT-2,,x')).json()
    await runAll(id)
    const job = (await get(`/api/jobs/${id}`)).json()
    expect(job).toMatchObject({ state: 'failed', result: null })
    expect(job.error).toMatchObject({ error: 'invalid_input', problemCount: expect.any(Number) })
    expect(await skus()).toEqual([])
  })

  test('behavior: with the same idempotency key, one job', async () => {
    const key = { 'idempotency-key': 'spring-catalog' }
    const first = await upload(csv, seller.owner, key)
    expect((await upload(csv, seller.owner, key)).json()).toEqual(first.json())
    expect((await get('/api/jobs')).json().jobs).toHaveLength(1)
  })

  test('error: one import at a time, with the current one', async () => {
    const { id } = (await upload(csv)).json()
    const second = await upload(csv)
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ error: 'conflict', current: { id, state: 'waiting' } })
  })

  test('error: the storage for files is limited', async () => {
    app.ctx.config.limits.merchants.set(seller.wallet, { 'job-files': 10 })
    const response = await upload(csv)
    expect(response.json()).toMatchObject({ error: 'rate_limited', limit: 'job-files' })
    app.ctx.config.limits.merchants.delete(seller.wallet)
  })

  test('error: keys use the direct route', async () => {
    const headers = { ...seller.headers, 'content-type': 'text/csv' }
    const url = '/api/jobs/import'
    const response = await app.inject({ method: 'POST', url, headers, payload: csv })
    expect(response.statusCode).toBe(403)
  })
})

describe('POST /api/jobs/{id}/cancel', () => {
  test('default: a waiting import never runs', async () => {
    const { id } = (await upload(csv)).json()
    const canceled = await post(`/api/jobs/${id}/cancel`)
    expect(canceled.json()).toMatchObject({ state: 'canceled', isCancelable: false })
    expect((await post(`/api/jobs/${id}/cancel`)).json()).toEqual(canceled.json())
    const { id: next } = (await upload('sku,name,priceUsd\nT-9,Cake,3')).json()
    await runAll(next)
    expect(await skus()).toEqual(['T-9'])
    expect(await audited('job.canceled')).toBe(1)
  })

  test('behavior: an import that is canceled just before its commit changes nothing', async () => {
    const { id } = (await upload(csv)).json()
    // Commits while the transaction of the import is open.
    const cancelInside: JobRunner = {
      kind: 'import',
      async run(ctx, run) {
        const { importJob } = await import('../inventory/csv/import-job.js')
        return importJob.run(ctx, {
          ...run,
          async finish(inTx, result) {
            expect((await post(`/api/jobs/${id}/cancel`)).statusCode).toBe(200)
            await run.finish(inTx, result)
          },
        })
      },
    }
    expect(await runAll(id, { runners: [cancelInside] })).toMatchObject({ state: 'canceled' })
    expect(await skus()).toEqual([])
  })

  test('error: 409 for a job that has ended', async () => {
    const { id } = (await upload(csv)).json()
    await runAll(id)
    const response = await post(`/api/jobs/${id}/cancel`)
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { error: 'conflict', current: { id, state: 'done' } },
    ])
  })

  describe('of a deployment', () => {
    beforeEach(async () => {
      seller = await aSeller(app, { hasSplit: false })
    })
    const deploy = async () => {
      const recipients = [{ address: seller.wallet, sharesBps: 9_950 }]
      const started = await post('/api/jobs/deployment', { recipients })
      expect(started.statusCode).toBe(202)
      return started.json()
    }
    const transactions = async () => {
      const { rows } = await app.ctx.db.query<{ key: string; state: string }>(
        'select key, state from outgoing_transactions where merchant = $1',
        [seller.wallet],
      )
      return rows
    }
    const splitStatus = async () => (await get('/api/split/deploy')).json().split.status

    test('default: nothing is sent, and the split stays set', async () => {
      const { id, isCancelable } = await deploy()
      expect([isCancelable, await splitStatus()]).toEqual([true, 'pending'])
      const canceled = await post(`/api/jobs/${id}/cancel`)
      expect(canceled.json()).toMatchObject({ state: 'canceled', isCancelable: false })
      expect((await transactions()).map(({ state }) => state)).toEqual(['failed'])
      expect(await splitStatus()).toBe('planned')
    })

    test('behavior: another job that follows it ends, and a later one deploys it', async () => {
      const first = await deploy()
      const second = await deploy()
      await post(`/api/jobs/${first.id}/cancel`)
      expect(await runAll(second.id)).toMatchObject({
        state: 'failed',
        error: { error: 'conflict', message: expect.stringContaining('was canceled') },
      })
      const third = await deploy()
      const planned = (await transactions()).filter(({ state }) => state === 'planned')
      await endOutgoing(app.ctx.db, planned[0]?.key ?? '', 'mined')
      expect((await transactions()).map(({ state }) => state).toSorted()).toEqual([
        'failed',
        'mined',
      ])
      expect(await runAll(third.id)).toMatchObject({ state: 'done' })
      expect(await splitStatus()).toBe('deployed')
    })

    test('error: 409 once its transaction is signed', async () => {
      const { id } = await deploy()
      await app.ctx.db.query(
        `update outgoing_transactions set state = 'signed', generation = 1, signer = $1, nonce = 0
         where merchant = $1`,
        [seller.wallet],
      )
      const response = await post(`/api/jobs/${id}/cancel`)
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { error: 'conflict', current: { id, state: 'waiting', isCancelable: false } },
      ])
      expect((await transactions()).map(({ state }) => state)).toEqual(['signed'])
    })
  })
})

describe('GET /api/jobs', () => {
  test('default: newest first, by kind and state, in pages', async () => {
    const first = (await upload(csv)).json()
    await post(`/api/jobs/${first.id}/cancel`)
    app.ctx.clock.advance(1)
    const second = (await upload(csv)).json()
    const ids = async (query: string) =>
      (await get(`/api/jobs?${query}`)).json().jobs.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('state=open')).toEqual([second.id])
    expect(await ids('state=ended')).toEqual([first.id])
    expect(await ids('kind=export')).toEqual([])
    const { nextCursor } = (await get('/api/jobs?limit=1')).json()
    expect(await ids(`limit=1&cursor=${nextCursor}`)).toEqual([first.id])
    expect((await get('/api/jobs?kind=nap')).statusCode).toBe(400)
    expect((await get('/api/jobs?cursor=x')).statusCode).toBe(400)
  })

  test('behavior: people see their own jobs, managers all of them', async () => {
    const accountant = await aMember(app, { merchant: seller.wallet, role: 'accountant' })
    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    const admin = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const { id } = (await post('/api/jobs/export', {}, accountant)).json()
    const seen = async (by: SignedIn) => (await get('/api/jobs', by)).json().jobs.length
    expect([await seen(accountant), await seen(support), await seen(admin)]).toEqual([1, 0, 1])
    expect((await get(`/api/jobs/${id}`, support)).statusCode).toBe(404)
    expect((await post(`/api/jobs/${id}/cancel`, {}, support)).statusCode).toBe(404)
    expect((await post(`/api/jobs/${id}/cancel`, {}, admin)).json().state).toBe('canceled')
  })

  test('error: without the right of the kind', async () => {
    const cashier = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    expect((await upload(csv, support)).statusCode).toBe(403)
    expect((await post('/api/jobs/export', {}, cashier)).statusCode).toBe(403)
    expect((await post('/api/jobs/rescan', { receiptIds: ['a'] }, support)).statusCode).toBe(403)
    expect((await post('/api/jobs/deployment', { recipients: [] }, support)).statusCode).toBe(403)
  })

  test('error: more than five open jobs', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await post('/api/jobs/export')).statusCode).toBe(202)
    }
    expect((await post('/api/jobs/export')).json()).toMatchObject({
      error: 'rate_limited',
      limit: 'jobs',
    })
  })
})

describe('POST /api/jobs/export', () => {
  test('default: writes the same file as the direct export, for a day', async () => {
    const lineItems = [{ label: 'Tea', priceUsd: 4 }]
    for (const id of ['a', 'b']) await seller.post('/api/receipts', { id, totalUsd: 4, lineItems })
    const { id } = (await post('/api/jobs/export', {})).json()
    await runAll(id)
    const job = (await get(`/api/jobs/${id}`)).json()
    expect(job).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      result: { receipts: 2 },
      file: { name: 'receipts.csv', availableUntil: job.endedAt + DAY_MS },
    })
    const file = await get(`/api/jobs/${id}/file`)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body).toBe((await seller.get('/api/receipts/export')).body)

    await pruneAfter(DAY_MS + 1)
    expect((await get(`/api/jobs/${id}/file`)).statusCode).toBe(404)
    expect((await get(`/api/jobs/${id}`)).json()).toMatchObject({ state: 'done', file: null })
    await pruneAfter(8 * DAY_MS)
    expect((await get(`/api/jobs/${id}`)).statusCode).toBe(404)
  })

  test('behavior: the file needs the right to read receipts', async () => {
    const accountant = await aMember(app, { merchant: seller.wallet, role: 'accountant' })
    const { id } = (await post('/api/jobs/export', {}, accountant)).json()
    await runAll(id)
    await app.ctx.db.query(
      `update members set role = 'cashier' where merchant = $1 and person = $2`,
      [seller.wallet, accountant.wallet],
    )
    expect((await get(`/api/jobs/${id}`, accountant)).statusCode).toBe(200)
    expect((await get(`/api/jobs/${id}/file`, accountant)).statusCode).toBe(403)
  })

  test('behavior: erasing the data of a buyer deletes exported files', async () => {
    const lineItems = [{ label: 'Tea', priceUsd: 4 }]
    const billingEmail = 'ada@example.com'
    await seller.post('/api/receipts', { id: 'a', totalUsd: 4, lineItems, billingEmail })
    const { id } = (await post('/api/jobs/export', { q: 'ada@example.com' })).json()
    await runAll(id)
    expect((await get(`/api/jobs/${id}/file`)).body).toContain('ada@example.com')
    const erased = await post('/api/privacy/erase', { email: 'ada@example.com' })
    expect(erased.statusCode).toBe(200)
    expect((await get(`/api/jobs/${id}/file`)).statusCode).toBe(404)
    const { rows } = await app.ctx.db.query('select input from jobs where id = $1', [id])
    expect(rows).toEqual([{ input: {} }])
  })
})

describe('a running job', () => {
  const waiting = (onRun: (ctx: Context) => Promise<void>): JobRunner => ({
    kind: 'import',
    async run(ctx) {
      await onRun(ctx)
      return { kind: 'done', result: {} }
    },
  })

  test('default: tells open screens of its author and of managers', async () => {
    const { merchant } = { merchant: seller.wallet }
    await followMerchants(app.ctx.db, [merchant])
    const read = (since: string) =>
      readChanges(app.ctx.db, { merchants: [merchant], since, max: 50 })
    const { position } = await read('1:1:')
    const { id } = (await upload(csv)).json()
    await runAll(id)
    const { changes } = await read(position.snapshot)
    expect(changes.filter(({ kind }) => kind === 'job')).toEqual([
      { merchant, kind: 'job', id, change: 'created', person: seller.owner.wallet },
    ])
  })

  test('behavior: a stopped worker returns it, and another one finishes it', async () => {
    const { id } = (await upload(csv)).json()
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow: JobRunner = {
      kind: 'import',
      async run(_ctx, { signal }) {
        begun()
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
    }
    await withJobWorker(app.ctx, () => hasBegun, { runners: [slow] })
    expect((await get(`/api/jobs/${id}`)).json()).toMatchObject({ state: 'waiting' })
    expect(await runAll(id)).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('behavior: fails when its author has lost the right', async () => {
    const admin = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    const { id } = (await upload(csv, admin)).json()
    await app.ctx.db.query(`delete from members where merchant = $1 and person = $2`, [
      seller.wallet,
      admin.wallet,
    ])
    expect(await runAll(id)).toMatchObject({ state: 'failed', error: { error: 'forbidden' } })
    expect(await skus()).toEqual([])
  })

  test('behavior: one that keeps failing is given up, and says so', async () => {
    const { id } = (await upload(csv)).json()
    await app.ctx.db.query('update jobs set attempts = 4 where id = $1', [id])
    const broken = waiting(() => Promise.reject(new Error('no good')))
    const job = await runAll(id, { runners: [broken] })
    expect(job).toMatchObject({ state: 'failed', error: { error: 'failed' }, attempts: 5 })
  })

  test('behavior: a worker that lost its lease changes nothing', async () => {
    const { id } = (await upload(csv)).json()
    const robbed = waiting(async ({ db }) => {
      await db.query(`update jobs set lease = 'other', leased_until = $2 where id = $1`, [
        id,
        Number.MAX_SAFE_INTEGER,
      ])
    })
    const merchant = seller.wallet
    await withJobWorker(
      app.ctx,
      () => expect.poll(async () => (await get(`/api/jobs/${id}`)).json().state).toBe('running'),
      { runners: [robbed], leaseMs: 60_000 },
    )
    const { rows } = await app.ctx.db.query<{ state: string }>(
      'select state from jobs where merchant = $1 and id = $2',
      [merchant, id],
    )
    expect(rows).toEqual([{ state: 'running' }])
    await app.ctx.db.query('update jobs set leased_until = 0 where id = $1', [id])
    expect(await runAll(id)).toMatchObject({ state: 'done', attempts: 2 })
  })
})
