import { expect } from 'vitest'
import type { TestApp } from './harness.js'

/** The app and the caller. */
export type MeasuredApp = { app: TestApp; headers: Record<string, string> }

/** Durations of the requests by name, in ms. */
export type Times = Record<string, number[]>

/**
 * Runs all queries of a URL in rotation, so that a slow moment of the machine affects all alike.
 */
export async function measure(
  measured: MeasuredApp,
  input: { url: string; queries: Record<string, string>; rounds?: number },
): Promise<Times> {
  const { url, queries, rounds = 40 } = input
  const times: Times = {}
  // One round to warm up caches and the compiler.
  const [first = '', ...others] = Object.values(queries)
  print(`${url}, the very first request: ${(await timeOf(measured, url + first)).toFixed(0)} ms`)
  for (const query of others) await timeOf(measured, url + query)
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, query] of Object.entries(queries)) {
      const durationMs = await timeOf(measured, url + query)
      times[name] = [...(times[name] ?? []), durationMs]
    }
  }
  return times
}

/** Returns the duration of one successful request, in ms. */
export async function timeOf({ app, headers }: MeasuredApp, url: string): Promise<number> {
  const started = performance.now()
  const response = await app.inject({ url, headers })
  const durationMs = performance.now() - started
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return durationMs
}

export function median(times: readonly number[] = []): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function percentile(share: number, times: readonly number[] = []): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN
}

/** Percentiles over all requests, because there are too few of each kind. */
export function p99Of(...measured: Times[]): number {
  return percentileOf(0.99, ...measured)
}

export function percentileOf(share: number, ...measured: Times[]): number {
  return percentile(
    share,
    measured.flatMap((times) => Object.values(times).flat()),
  )
}

export function report(title: string, times: Times): void {
  for (const [name, values] of Object.entries(times)) {
    print(
      `${title}, ${name}: median ${median(values).toFixed(1)} ms, p99 ${percentile(0.99, values).toFixed(1)} ms`,
    )
  }
}

/** Records every reading statement with the parameters of its first run. */
export function recordStatements(app: TestApp): ReadonlyMap<string, readonly unknown[]> {
  const statements = new Map<string, readonly unknown[]>()
  const { db } = app.ctx
  const query = db.query.bind(db)
  db.query = (sql, params = []) => {
    if (/^\s*(select|with recursive)/.test(sql) && !statements.has(sql)) statements.set(sql, params)
    return query(sql, params)
  }
  return statements
}

/** Lists the large tables that a statement scans sequentially, by its plan. */
export async function listScannedTables(
  app: TestApp,
  [sql, params]: readonly [string, readonly unknown[]],
): Promise<string[]> {
  const { db } = app.ctx
  const { rows: plan } = await db.query(`explain (format json) ${sql}`, params)
  const scans = JSON.stringify(plan).matchAll(/"Node Type":"Seq Scan".*?"Relation Name":"(\w+)"/g)
  const scanned = [...scans].map(([, table = '']) => table)
  const { rows } = await db.query<{ relname: string }>(
    'select relname from pg_class where relname = any($1) and reltuples > 1000',
    [scanned],
  )
  return rows.map(({ relname }) => relname)
}

/** Prints figures. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
