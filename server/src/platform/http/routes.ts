import type { FastifySchema, RouteOptions } from 'fastify'

/** One registered endpoint, for the API reference and for tests over all endpoints. */
export type RouteRecord = {
  method: string
  path: string
  schema: FastifySchema
  config: NonNullable<RouteOptions['config']>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Arrival time in ms, by the monotonic clock of this process. */
    startedAt: number
  }
}
