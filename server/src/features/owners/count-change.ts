import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { personOf } from '../../auth/caller.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Context } from '../../platform/context.js'

/** Creates a function that counts a request with signatures, before they are checked. */
export function createCountChange(
  { config }: Pick<Context, 'config'>,
  { limiter, hashNetwork }: Pick<Access, 'limiter' | 'hashNetwork'>,
): (request: FastifyRequest) => Promise<void> {
  return (request) =>
    requireCall({ limiter, config }, 'ownership-changes', {
      person: personOf(request).wallet,
      network: hashNetwork(request.ip),
    })
}
