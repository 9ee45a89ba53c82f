import type { FastifySchema, RouteOptions } from 'fastify'

/** One endpoint as it was registered, for the interface description and for tests over all of them. */
export type RouteRecord = {
  method: string
  path: string
  schema: FastifySchema
  config: NonNullable<RouteOptions['config']>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, by this process's own steady clock in ms. */
    startedAt: number
  }
}
