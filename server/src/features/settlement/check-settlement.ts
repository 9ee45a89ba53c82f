import { HOUR_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { getProgress } from '../payments/index/index-progress.js'
import { countLatePayouts } from '../payouts/distribute/late-payout-store.js'

/** Two minutes on a chain with a block every two seconds. */
export const maxBlocksBehind = 60

/** Time for the transactions of a payout, after the time that money may wait. */
const liveMarginMs = HOUR_MS
/** In a sandbox money moves at once. */
const sandboxMarginMs = 10 * MINUTE_MS

/**
 * Checks that the indexer keeps up with the chain, and that no money waits longer for its payout than it may. Reads only
 * the database.
 */
export async function checkSettlement(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<CheckResult> {
  const { chainId } = ctx.config
  const { head, read, unsettled } = await getProgress(ctx)
  // Before the first indexed block there is no lag to measure.
  const behind = head === null || read === null ? 0 : Math.max(0, head - read)
  const now = ctx.now()
  const late = await countLatePayouts(ctx.db, { chainId, now, since: unixMs(now - maxWaitMs(ctx)) })
  // Without a key for payouts, merchants and recipients move the money themselves.
  const overdue = keyOf(ctx.config, 'settlement') === null ? 0 : late.overdue
  return {
    ok: behind <= maxBlocksBehind && overdue === 0,
    block: read,
    behind,
    unsettled,
    payoutsOverdue: overdue,
    payoutsRefused: late.refused,
    payoutsWithoutGas: late.withoutGas,
  }
}

/** Returns how long money may wait for its payout. */
function maxWaitMs({ config }: Pick<Context, 'config'>): number {
  if (config.mode === 'sandbox') return sandboxMarginMs
  return config.settleWithinHours * HOUR_MS + liveMarginMs
}
