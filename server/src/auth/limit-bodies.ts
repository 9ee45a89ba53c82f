import type { FastifyInstance } from 'fastify'
import { limits } from '../platform/limits/limits.js'
import type { Admission, Guard } from './guards.js'

/** Callers that need no account, or only a receipt. */
const anonymousKinds: readonly Admission['kind'][] = ['public', 'portal', 'buyer', 'x402']

/** Limits the bodies of all later routes by their guards. A route may set its own `bodyLimit`. */
export function limitBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimitOf(route.config?.guard ?? [])
  })
}

/** Returns the limit for the least trusted caller that a guard admits, in bytes. */
function bodyLimitOf(guard: Guard): number {
  const admitsAnonymous = guard.some(({ kind }) => anonymousKinds.includes(kind))
  return limits[admitsAnonymous ? 'public-bodies' : 'bodies'].max.request
}
