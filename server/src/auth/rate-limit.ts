import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertNever } from '../lib/assert-never.js'
import { AppError } from '../lib/errors.js'
import type { Config } from '../platform/config/config.js'
import type { Access } from './access.js'
import type { Caller } from './caller.js'
import type { Guard } from './guards.js'
import { type IpLimit, ipBucket, ipLimits, sandboxFactor } from './ip-limits.js'
import type { Budget } from './limits/limiter.js'

/** Takes one call from the caller's budget. Returns `null` when the caller has no limit. */
export type RateLimit = (
  request: FastifyRequest,
  caller: Caller | null,
) => Budget | Promise<Budget> | null

const callsPerPerson = 600

/** Creates the rate limit of a guard's callers. */
export function createRateLimit(
  guard: Guard,
  { access, config }: { access: Access; config: Config },
): RateLimit {
  const { limiter } = access
  const open = guard.find((admission) => admission.kind === 'public')
  const limit = open?.limit ?? null
  const takeOf = (name: IpLimit) => {
    const perIp = ipLimits[name] * (config.mode === 'sandbox' ? sandboxFactor : 1)
    return ({ ip }: FastifyRequest) => limiter.take(ipBucket(name, ip), perIp)
  }
  const takeOpen = limit ? takeOf(limit) : () => null
  const takePortal = takeOf('portal')

  return (request, caller) => {
    if (caller === null) return takeOpen(request)
    if (caller.kind === 'portal' || caller.kind === 'buyer') return takePortal(request)
    if (caller.kind === 'developer') return limiter.take(caller.bucket, caller.callsPerMinute)
    if (caller.kind === 'person') return limiter.take(`person:${caller.wallet}`, callsPerPerson)
    if (caller.kind === 'cron') return null
    return assertNever(caller)
  }
}

export function setRateLimitHeaders(reply: FastifyReply, budget: Budget): void {
  reply.header('x-ratelimit-limit', budget.limit)
  reply.header('x-ratelimit-remaining', budget.remaining)
  reply.header('x-ratelimit-reset', budget.resetAt)
}

/** Returns the error for an exceeded budget and sets `retry-after`. */
export function rateLimited(reply: FastifyReply, { limit, resetAt, resetInMs }: Budget): AppError {
  reply.header('retry-after', Math.max(1, Math.ceil(resetInMs / 1_000)))
  return new AppError('rate_limited', `More than ${limit} calls a minute. Wait until resetAt.`, {
    fields: { resetAt },
  })
}
