import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import type { CheckResult } from '../../health.js'
import { summariseOutgoing } from './summary-store.js'

const blockedMs = MINUTE_MS
/** Longer than raising fees to the end takes: nobody sends any more, or the chain takes nothing. */
export const overdueMs = 10 * MINUTE_MS

/** Looks whether outgoing transactions get to the chain. Asks nobody but the database. */
export async function outgoingCheck(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId'>
}): Promise<CheckResult> {
  const { chainId } = ctx.config
  const { counts, stuck, blocked, oldestUnminedMs } = await summariseOutgoing(ctx.db, {
    chainId,
    blockedMs,
  })
  const ok = stuck === 0 && blocked.length === 0 && oldestUnminedMs < overdueMs
  return {
    ok,
    ...counts,
    stuck,
    oldestUnminedMs,
    ...(blocked.length > 0 && { blocked: blocked.slice(0, 3) }),
  }
}
