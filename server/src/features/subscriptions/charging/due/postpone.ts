import { unixMs } from '../../../../lib/time.js'
import type { Context } from '../../../../platform/context.js'
import { lockSubscriptions, updateSubscription } from '../../subscription-store.js'
import type { Attempt } from '../attempt/attempt.js'

/** Makes the subscriptions of attempts due again later, unless they are not due any more. */
export async function postpone(
  ctx: Context,
  { attempts, delayMs }: { attempts: readonly Attempt[]; delayMs: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const refs = attempts.map(({ subscription }) => subscription)
    for (const locked of await lockSubscriptions(tx, refs)) {
      if (locked.dueAt === null || locked.dueAt > now) continue
      await updateSubscription(tx, { ...locked, dueAt: unixMs(now + delayMs) })
    }
  })
}
