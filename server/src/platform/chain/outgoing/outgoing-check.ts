import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import type { CheckResult } from '../../health.js'
import { measureOutgoing } from './measure-outgoing.js'
import { summariseOutgoing } from './summary-store.js'

const blockedMs = MINUTE_MS
/** Longer than raising fees to the end takes: nobody sends any more, or the chain takes nothing. */
export const overdueMs = 10 * MINUTE_MS

/** Checks that outgoing transactions get to the chain, by what the database has, and sets their gauges. */
export async function outgoingCheck(ctx: {
  db: Context['db']
  config: Pick<Context['config'], 'chainId'>
  metrics: Context['metrics']
}): Promise<CheckResult> {
  const { chainId } = ctx.config
  const summary = await summariseOutgoing(ctx.db, { chainId, blockedMs })
  measureOutgoing(ctx.metrics, summary)
  const { counts, stuck, blocked, oldestUnminedMs } = summary
  const ok = stuck === 0 && blocked.length === 0 && oldestUnminedMs < overdueMs
  return {
    ok,
    ...counts,
    stuck,
    oldestUnminedMs,
    ...(blocked.length > 0 && { blocked: blocked.slice(0, 3) }),
  }
}
