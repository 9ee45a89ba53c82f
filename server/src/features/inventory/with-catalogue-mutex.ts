import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'

/**
 * Does something that holds a merchant's catalogue when nobody else in this process does. Waiting for it in
 * the database instead would keep a connection that others need.
 */
export function withCatalogueMutex<Result>(
  ctx: Pick<Context, 'turns'>,
  { merchant, work }: { merchant: Address; work: () => Promise<Result> },
): Promise<Result> {
  return ctx.turns.take(`catalogue:${merchant}`, work)
}
