import type { FastifySchema, RouteOptions } from 'fastify'

/** One registered endpoint, for the API reference and for tests over all endpoints. */
export type RouteRecord = {
  method: string
  path: string
  schema: FastifySchema
  config: NonNullable<RouteOptions['config']>
}

/** Parts of the API reference that follow from neither the schemas nor the guard. */
export type RouteReference = {
  /** Extension fields of the operation. */
  fields: Readonly<Record<`x-${string}`, unknown>>
  /** Descriptions of response headers, by status and name. */
  responseHeaders: Readonly<Record<string, Readonly<Record<string, string>>>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Arrival time in ms, by the monotonic clock of this process. */
    startedAt: number
    /** The code of the error that the request is answered with, or null. */
    errorCode: string | null
  }
}
