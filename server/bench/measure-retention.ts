import { setTimeout as sleep } from 'node:timers/promises'
import { leaseCalls } from '../src/auth/limits/limit-store.js'
import { insertCalls, type LoggedCall } from '../src/features/requests/request-store.js'
import { type Address, knownAddress } from '../src/lib/hex.js'
import { mapConcurrent } from '../src/lib/map-concurrent.js'
import { DAY_MS, HOUR_MS } from '../src/lib/time.js'
import { type BenchService, openService } from './open-service.js'
import { print } from './statistics.js'

/** An hour of writes and the retention that follows, of one table. */
export type Retention = {
  /** Requests written so far. */
  requests: number
  table: string
  writtenPerSecond: number
  deleted: number
  /** Null if it deleted nothing. */
  deletedPerSecond: number | null
  rows: number
  deadRows: number
  megabytes: number
  autovacuums: number
}

const tables = { request_log: 'prune-requests', rate_windows: 'prune-rate-windows' } as const
type Table = keyof typeof tables
const names = Object.keys(tables) as Table[]

const connections = 4
/** Requests that arrive together share statements. */
const batchSize = 100
const portions = 5
const keys = 100
const addresses = 100_000
const minuteMs = 60_000
/** Retention deletes windows an hour after their end. These have ended by then. */
const windowMs = minuteMs - 2 * HOUR_MS

/**
 * Replays what requests write to the tables that keep rows for hours: the log of calls with keys, and
 * the windows of rate limits. After each portion the clock moves on by an hour, and the service deletes
 * what has become old or exceeds the limit of a key. The last hour is a week later.
 */
export async function measureRetention(requests: number): Promise<Retention[]> {
  const service = await openService()
  const results: Retention[] = []
  let aheadMs = 0
  const portion = Math.ceil(requests / portions / batchSize) * batchSize
  for (let written = portion; written <= portion * portions; written += portion) {
    const rates = await writeRequests(service, { from: written - portion, portion, aheadMs })
    const isLast = written === portion * portions
    const advanceMs = (isLast ? 8 * DAY_MS : HOUR_MS) + minuteMs
    aheadMs += advanceMs
    const before = await readTables(service)
    const seconds = await runJobs(service, advanceMs)
    await waitForVacuum(service)
    const after = await readTables(service)
    for (const table of names) {
      const deleted = before[table].live - after[table].live
      results.push({
        requests: written,
        table,
        writtenPerSecond: rates[table],
        deleted,
        deletedPerSecond: deleted > 0 ? deleted / seconds[table] : null,
        rows: after[table].live,
        deadRows: after[table].dead,
        megabytes: after[table].bytes / 1_048_576,
        autovacuums: after[table].autovacuums,
      })
    }
    print(`Retention: ${written} requests`)
  }
  await service.stop()
  return results
}

type Portion = { from: number; portion: number; aheadMs: number }

/** Writes a portion to each table in turn, and returns the rows per second. */
async function writeRequests(
  { db }: BenchService,
  { from, portion, aheadMs }: Portion,
): Promise<Record<Table, number>> {
  const starts = Array.from({ length: portion / batchSize }, (_, batch) => from + batch * batchSize)
  const numbersFrom = (start: number) => Array.from({ length: batchSize }, (_, n) => start + n)
  const rateOf = async (work: (numbers: number[]) => Promise<unknown>) => {
    const began = performance.now()
    await mapConcurrent(starts, connections, (start) => work(numbersFrom(start)))
    return (portion * 1_000) / (performance.now() - began)
  }
  return {
    request_log: await rateOf((numbers) =>
      insertCalls(
        db,
        numbers.map((number) => callOf(number, Date.now() + aheadMs)),
      ),
    ),
    rate_windows: await rateOf((numbers) =>
      leaseCalls(
        db,
        numbers.map((number) => ({
          bucket: bucketOf(number),
          windowMs,
          limit: 600,
          need: 1,
          extra: 0,
        })),
      ),
    ),
  }
}

const merchantOf = (number: number): Address =>
  knownAddress(`0x${String(number).padStart(40, '0')}`)

const callOf = (number: number, at: number): LoggedCall => ({
  merchant: merchantOf(number % keys),
  keyId: `key_${number % keys}`,
  at,
  method: 'GET',
  route: '/api/receipts/{id}',
  status: 200,
  durationUs: 1_000 + (number % 5_000),
  correlationId: crypto.randomUUID(),
  error: null,
  sample: null,
})

const bucketOf = (number: number) => {
  const address = number % addresses
  return `portal:10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`
}

/** Moves the clock of the service, and returns how long each job took that became due. */
async function runJobs(service: BenchService, advanceMs: number): Promise<Record<Table, number>> {
  const { db, origin, headers } = service
  const listRuns = async () => {
    const { rows } = await db.query<{ job: string; finished: string | null; ms: string }>(
      'select job, last_finished_at as finished, last_duration_ms as ms from job_leases where job = any($1)',
      [Object.values(tables)],
    )
    return new Map(rows.map((row) => [row.job, row]))
  }
  const before = await listRuns()
  const response = await fetch(`${origin}/api/sandbox/clock`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  if (!response.ok) throw new Error(await response.text())
  const secondsOf = async (job: string) => {
    for (;;) {
      const run = (await listRuns()).get(job)
      if (run?.finished && run.finished !== before.get(job)?.finished) return Number(run.ms) / 1_000
      await sleep(100)
    }
  }
  return {
    request_log: await secondsOf(tables.request_log),
    rate_windows: await secondsOf(tables.rate_windows),
  }
}

type TableState = {
  live: number
  dead: number
  autovacuums: number
  bytes: number
}

async function readTables({ db }: BenchService): Promise<Record<Table, TableState>> {
  const read = async (table: Table): Promise<TableState> => {
    const { rows } = await db.query<Record<keyof TableState, string>>(
      `select (select count(*) from ${table}) as live, n_dead_tup as dead,
         autovacuum_count as autovacuums, pg_total_relation_size(relid) as bytes
       from pg_stat_user_tables where relname = $1`,
      [table],
    )
    const [row] = rows
    if (!row) throw new Error(`There is no table ${table}.`)
    return {
      live: Number(row.live),
      dead: Number(row.dead),
      autovacuums: Number(row.autovacuums),
      bytes: Number(row.bytes),
    }
  }
  return { request_log: await read('request_log'), rate_windows: await read('rate_windows') }
}

/** Not worth a vacuum. */
const fewDeadRows = 1_000

/** The database looks for dead rows once a minute. */
async function waitForVacuum(service: BenchService): Promise<void> {
  const counted = await readTables(service)
  for (let seconds = 0; seconds < 150; seconds += 1) {
    await sleep(1_000)
    const { db } = service
    const { rows } = await db.query(
      `select from pg_stat_activity where backend_type = 'autovacuum worker' limit 1`,
    )
    const now = await readTables(service)
    const isVacuumed = names.every(
      (name) =>
        now[name].autovacuums > counted[name].autovacuums ||
        now[name].dead < fewDeadRows + now[name].live / 20,
    )
    if (isVacuumed && rows.length === 0) return
  }
}
