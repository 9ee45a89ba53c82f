import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import type { Db } from '../db/db.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import type { RouteRecord } from '../http/routes.js'

/**
 * How a route behaves while the database is unavailable: it journals writes, recalls data from the
 * snapshot, needs no database, or refuses.
 */
export type Outage = 'journal' | 'recall' | 'unaffected' | 'refuse'

/** Refuses requests during an outage, after the guard, on routes added later with `refuse`. */
export function enforceOutages(server: FastifyInstance, db: Pick<Db, 'isAvailable'>): void {
  const refuse: preHandlerHookHandler = (_request, _reply, done) => {
    if (db.isAvailable()) done()
    else done(new StoreUnavailable({ mayHaveCommitted: false }))
  }
  server.addHook('onRoute', (route) => {
    if (route.config?.outage !== 'refuse') return
    route.preHandler = [refuse, ...[route.preHandler ?? []].flat()]
  })
}

/** Requires that every route states its behavior during an outage. */
export function requireOutages(routes: readonly RouteRecord[]): void {
  for (const { method, path, config } of routes) {
    if (!config.outage) throw new Error(`${method} ${path} does not set outage in its config`)
  }
}
