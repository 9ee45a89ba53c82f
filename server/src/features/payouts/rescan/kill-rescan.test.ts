// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { endOfJob } from '../../../../test/job-worker.js'
import { forkJobWorker } from '../../../../test/kill/fork-job-worker.js'
import { databaseUrlOf } from '../../../../test/kill/fork-webhooks.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import type { JobPoint } from '../../jobs/run-job.js'
import { overlap } from '../../payments/index/index-chain.js'

const dueUnits = 5_000_000n
/** Long enough for a busy machine, which would otherwise lose the job to itself. */
const leaseMs = 2_000

let paying: Paying
let seller: Seller
let databaseUrl: string
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, {})
  await paying.settle(4)
  databaseUrl = await databaseUrlOf(paying.app.ctx)
}, 60_000)
afterAll(() => paying.close())

const forkWorker = (kill?: { point: JobPoint; times: number }) =>
  forkJobWorker({
    databaseUrl,
    now: paying.app.ctx.now(),
    leaseMs,
    environment: paying.chain.environment,
    ...(kill && { kill }),
  })

/** Creates receipts, and pays some of them in blocks that the indexer does not read again. */
async function sellUnseen(names: readonly string[], paid: readonly string[]): Promise<void> {
  const { app, buyer } = paying
  const lineItems = [{ label: 'A', priceUsd: 5 }]
  for (const id of names) await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
  await app.ctx.db.query('update deposits set watched_until = 1 where receipt_id = any($1)', [
    names,
  ])
  for (const id of paid) {
    const to = await paying.depositOf(seller.wallet, id)
    await paying.pay('USDC', { from: buyer, to, units: dueUnits })
  }
  await paying.mine(Number(overlap) + 1)
  await paying.watch()
}

async function countFlushes(id: string): Promise<number> {
  const to = await paying.depositOf(seller.wallet, id)
  const { rows } = await paying.app.ctx.db.query(
    'select 1 from outgoing_transactions where starts_with(key, $1)',
    [`rescan:${to}`],
  )
  return rows.length
}

describe('a worker that is killed with SIGKILL', () => {
  test.each<JobPoint>(['reported', 'finishing'])(
    'behavior: at the point %s, a search for payments finds each once',
    async (point) => {
      const names = ['a', 'b', 'c', 'd'].map((name) => `${point}-${name}`)
      const paid = names.slice(1, 3)
      await sellUnseen(names, paid)
      const receiptIds = [...names, 'unknown']
      const { id } = (await seller.act('/api/jobs/rescan', { receiptIds })).json()
      const victim = await forkWorker({ point, times: 1 })
      expect(await victim.ended).toBe('SIGKILL')

      const survivor = await forkWorker()
      const job = await endOfJob(paying.app.ctx, { merchant: seller.wallet, id })
      await survivor.kill()
      const found = paid.map((receiptId) => ({
        receiptId,
        balances: [expect.objectContaining({ symbol: 'USDC', units: String(dueUnits) })],
      }))
      expect(job).toMatchObject({
        state: 'done',
        result: { receipts: 5, found, missing: ['unknown'] },
      })
      expect(job.attempts).toBeGreaterThanOrEqual(2)
      for (const name of paid) expect(await countFlushes(name)).toBe(1)
      await paying.settle()
      for (const name of names) {
        const { status } = (await seller.get(`/api/receipts/${name}`)).json()
        expect(status).toBe(paid.includes(name) ? 'completed' : 'pending')
      }
    },
    60_000,
  )
})
