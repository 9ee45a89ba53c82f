import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertNever } from '../lib/errors.js'
import { MINUTE_MS } from '../lib/time.js'
import type { Config } from '../platform/config/config.js'
import { type LimitName, limits } from '../platform/limits/limits.js'
import type { Access } from './access.js'
import type { Caller } from './caller.js'
import type { Guard } from './guards.js'
import { callsPerMinuteOf, type Developer } from './keys/developer.js'
import type { Budget } from './limits/limiter.js'
import { type TakenCall, takeCall } from './limits/take-call.js'

/** More calls per minute than a process can answer. */
const unlimitedCalls = 1_000_000_000

/** Takes one call from the caller's budgets. Only the operator's own shops have no limit. */
export type RateLimit = (
  request: FastifyRequest,
  caller: Caller | null,
) => TakenCall | Promise<TakenCall>

/** Creates the rate limit of a guard's callers. */
export function createRateLimit(
  guard: Guard,
  { access, config }: { access: Access; config: Config },
): RateLimit {
  const counting = { limiter: access.limiter, config }
  const openGuard = findOpen(guard)
  const limit = openGuard?.limit ?? 'pages'

  return (request, caller) => {
    if (caller?.kind === 'developer') return takeDeveloperCall(request, caller)
    const network = access.hashNetwork(request.ip)
    if (caller === null) return takeCall(counting, limit, { network })
    switch (caller.kind) {
      case 'portal':
      case 'buyer':
        return takeCall(counting, 'portal', { network })
      case 'signer':
        return openGuard
          ? takeCall(counting, limit, { network })
          : takeCall(counting, 'person-calls', { person: caller.wallet, network })
      case 'person':
        return takeCall(counting, 'person-calls', { person: caller.id, network })
      case 'device':
        return takeCall(counting, 'device-calls', { person: caller.id, network })
      case 'cron':
        return takeCall(counting, 'scheduler', {})
      default:
        return assertNever(caller)
    }
  }

  function takeDeveloperCall(request: FastifyRequest, caller: Developer): ReturnType<RateLimit> {
    const { limit, bucket: subscription, wallet } = caller
    if (config.ownMerchants.has(wallet)) return takeOwnCall(caller)
    // Only the free plan counts networks, and finding the caller's takes time.
    const isCounted = 'network' in limits[limit].max
    const keys = isCounted
      ? { subscription, network: access.hashNetwork(request.ip) }
      : { subscription }
    return takeCall(counting, limit, keys, { subscription: callsPerMinuteOf(config, caller) })
  }

  /** The operator's own shops have no limit. Counting in this process only fills the headers. */
  function takeOwnCall({ limit, bucket }: Developer): TakenCall {
    const budget = access.limiter.local.take(bucket, unlimitedCalls, MINUTE_MS)
    return { limit, owner: 'subscription', budget }
  }
}

/** Returns the limit on calls without credentials, or on sessions where they are required. */
export function limitOfGuard(guard: Guard): LimitName {
  return findOpen(guard)?.limit ?? 'person-calls'
}

function findOpen(guard: Guard) {
  return guard.find((admission) => admission.kind === 'public' || admission.kind === 'x402')
}

export function setRateLimitHeaders(reply: FastifyReply, budget: Budget): void {
  reply.header('x-ratelimit-limit', budget.limit)
  reply.header('x-ratelimit-remaining', budget.remaining)
  reply.header('x-ratelimit-reset', budget.resetAt)
}
