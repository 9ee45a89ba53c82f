import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { getProgress } from '../payments/receipts-to-settle.js'
import { getLatePayouts } from '../payouts/late-payouts.js'

/** Two minutes on a chain with a block every two seconds. */
export const maxBlocksBehind = 60

/**
 * Checks that the indexer keeps up with the chain, and that no money waits longer for its payout
 * than it may. Reads only the database.
 */
export async function checkSettlement(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<CheckResult> {
  const { head, read, unsettled } = await getProgress(ctx)
  // Before the first indexed block there is no lag to measure.
  const behind = head === null || read === null ? 0 : Math.max(0, head - read)
  const late = await getLatePayouts(ctx)
  return {
    ok: behind <= maxBlocksBehind && late.overdue === 0,
    block: read,
    behind,
    unsettled,
    payoutsOverdue: late.overdue,
    payoutsRefused: late.refused,
    payoutsWithoutGas: late.withoutGas,
  }
}
