import type { Context } from '../context.js'
import type { Limit } from '../limits/limit.js'
import type { LimitName } from '../limits/limits.js'
import { createSlots, type Slots } from '../limits/slots.js'

/** Limits the open streams of each owner. `most` replaces single figures of the limit. */
export function createStreamLimit(
  ctx: Pick<Context, 'now' | 'config'>,
  limit: LimitName,
  most?: Limit['most'],
): Slots {
  return createSlots(ctx, {
    limit,
    most,
    describe: (owner, count) =>
      `${owner === 'network' ? 'Your network address has' : 'You have'} ${count} open streams, the maximum. Close one first.`,
  })
}
