import type { FastifySchema, RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'

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

/** Lists the methods of each path, to tell an unknown path (404) from a wrong method (405). */
export type PathIndex = {
  add(method: string, route: string): void
  methodsOf(path: string): string[]
}

/** Creates an empty index. `maxParamLength` must be the server's own. */
export function createPathIndex(options: { maxParamLength: number }): PathIndex {
  const router = findMyWay(options)
  const methods = new Map<string, Set<string>>()

  return {
    add(method, route) {
      // Two methods of one path may name its parameters differently.
      const path = route.replaceAll(/:\w+/g, ':part')
      const pathMethods = methods.get(path)
      if (pathMethods) {
        pathMethods.add(method)
        return
      }
      const created = new Set([method])
      methods.set(path, created)
      router.on('GET', path, () => {}, created)
    },
    methodsOf(path) {
      const route = router.find('GET', path)
      return route ? [...(route.store as Set<string>)].sort() : []
    },
  }
}
