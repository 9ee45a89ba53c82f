import type { FastifyRequest } from 'fastify'
import { encodeBase32, type IdPrefix } from '../../../lib/ids.js'
import type { Context } from '../../context.js'

/** Returns an id for what a request creates. Retries under the same idempotency key get the same id. */
export function newIdFor(
  ctx: Pick<Context, 'newId'>,
  { request, prefix }: { request: FastifyRequest; prefix: IdPrefix },
): string {
  const seed = request.idempotency?.seed
  return seed ? `${prefix}_${encodeBase32(seed)}` : ctx.newId(prefix)
}
