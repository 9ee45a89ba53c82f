import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertNever } from '../lib/assert-never.js'
import type { Config } from '../platform/config/config.js'
import type { Access } from './access.js'
import type { Caller } from './caller.js'
import type { Guard } from './guards.js'
import type { Budget } from './limits/limiter.js'
import { type TakenCall, takeCall } from './limits/take-call.js'

/** Takes one call from the caller's budgets. Every caller has a limit. */
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
  const open = guard.find(({ kind }) => kind === 'public' || kind === 'x402')
  const limit = open && 'limit' in open ? open.limit : 'pages'

  return ({ ip }, caller) => {
    const network = access.hashNetwork(ip)
    if (caller === null) return takeCall(counting, limit, { network })
    switch (caller.kind) {
      case 'portal':
      case 'buyer':
        return takeCall(counting, 'portal', { network })
      case 'developer':
        return takeCall(
          counting,
          caller.limit,
          { subscription: caller.bucket, network },
          { subscription: caller.callsPerMinute },
        )
      case 'signer':
        return open
          ? takeCall(counting, limit, { network })
          : takeCall(counting, 'person-calls', { person: caller.wallet, network })
      case 'person':
        return takeCall(counting, 'person-calls', { person: caller.wallet, network })
      case 'cron':
        return takeCall(counting, 'scheduler', {})
      default:
        return assertNever(caller)
    }
  }
}

export function setRateLimitHeaders(reply: FastifyReply, budget: Budget): void {
  reply.header('x-ratelimit-limit', budget.limit)
  reply.header('x-ratelimit-remaining', budget.remaining)
  reply.header('x-ratelimit-reset', budget.resetAt)
}
