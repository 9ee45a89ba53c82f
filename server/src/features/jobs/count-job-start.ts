import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Context } from '../../platform/context.js'

/**
 * Counts the start of a job against the limits of its merchant and network address.
 *
 * @throws {AppError} `rate_limited`.
 */
export function countJobStart(
  ctx: Pick<Context, 'config'>,
  { access, request }: { access: Access; request: FastifyRequest },
): Promise<void> {
  const { limiter, hashNetwork } = access
  return requireCall({ limiter, config: ctx.config }, 'job-starts', {
    merchant: merchantOf(request),
    network: hashNetwork(request.ip),
  })
}
