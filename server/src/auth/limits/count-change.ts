import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.js'
import type { LimitName } from '../../platform/limits/limits.js'
import type { Access } from '../access.js'
import { personOf } from '../caller.js'
import { requireCall } from './take-call.js'

/** Creates a function that counts changes by the signed-in user, or throws `rate_limited`. */
export function createCountChange(
  { config }: Pick<Context, 'config'>,
  {
    access: { limiter, hashNetwork },
    limit,
  }: { access: Pick<Access, 'limiter' | 'hashNetwork'>; limit: LimitName },
): (request: FastifyRequest) => Promise<void> {
  return (request) =>
    requireCall({ limiter, config }, limit, {
      person: personOf(request).id,
      network: hashNetwork(request.ip),
    })
}
