import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { personOf } from '../../auth/caller.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Context } from '../../platform/context.js'

/** Counts a change by a signed-in person. */
export type CountChange = (request: FastifyRequest) => Promise<void>

/** Creates the count of a limit on what a person changes. It throws `rate_limited` above the limit. */
export function createChangeCount(
  { config }: Pick<Context, 'config'>,
  { access, limit }: { access: Access; limit: 'profile-changes' | 'follow-changes' },
): CountChange {
  const counting = { limiter: access.limiter, config }
  return (request) =>
    requireCall(counting, limit, {
      person: personOf(request).wallet,
      network: access.hashNetwork(request.ip),
    })
}
