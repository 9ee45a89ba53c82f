import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { Db } from '../db/db.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import type { RouteRecord } from '../http/routes.js'

/** How a route behaves while the database is unavailable. */
export type Outage = 'accept' | 'snapshot' | 'unaffected' | 'refuse'

/** Every route, as method and path, by its behaviour. */
export type OutageTable = Readonly<Record<Outage, { meaning: string; routes: readonly string[] }>>

/**
 * Refuses requests to routes that the table refuses, at once and after the guard. Applies to routes that are added
 * afterwards.
 */
export function enforceOutages(
  server: FastifyInstance,
  { db, table }: { db: Pick<Db, 'isAvailable'>; table: OutageTable },
): void {
  const refused = new Set(table.refuse.routes)
  const refuse: preHandlerHookHandler = (_request, _reply, done) => {
    if (db.isAvailable()) done()
    else done(new StoreUnavailable({ mayHaveCommitted: false }))
  }
  server.addHook('onRoute', (route) => {
    const isRefused = [route.method].flat().some((method) => refused.has(`${method} ${route.url}`))
    if (isRefused) route.preHandler = [refuse, ...[route.preHandler ?? []].flat()]
  })
}

/** Requires that the table has every route once. */
export function requireOutages(routes: readonly RouteRecord[], table: OutageTable): void {
  const rows = Object.values(table).flatMap((row) => row.routes)
  for (const { method, path } of routes) {
    const count = rows.filter((row) => row === `${method} ${path}`).length
    if (count !== 1) throw new Error(`${method} ${path} has ${count} rows in outages.ts, not one`)
  }
}
