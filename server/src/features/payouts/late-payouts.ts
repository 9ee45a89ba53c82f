import { HOUR_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../platform/context.js'
import {
  countLatePayouts,
  type LatePayout,
  type LatePayouts,
  listLateByMerchant,
} from './read-model/late-payout-store.js'

/** Time for the transactions of a payout, after the time that money may wait. */
const liveMarginMs = HOUR_MS
/** In a sandbox money moves at once. */
const sandboxMarginMs = 10 * MINUTE_MS

const maxListed = 10_000

/** Counts deposit addresses and splits whose money waits longer for its payout than it may. */
export async function getLatePayouts(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<LatePayouts> {
  const now = ctx.now()
  const since = unixMs(now - maxWaitMs(ctx))
  const late = await countLatePayouts(ctx.db, { chainId: ctx.config.chainId, now, since })
  // Without a key for payouts, merchants and recipients move the money themselves.
  return keyOf(ctx.config, 'settlement') === null ? { ...late, overdue: 0 } : late
}

/** Lists the merchants whose money waits longer for its payout than it may, by the reason. */
export async function listLatePayouts(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<LatePayout[]> {
  const now = ctx.now()
  const since = unixMs(now - maxWaitMs(ctx))
  const { chainId } = ctx.config
  const late = await listLateByMerchant(ctx.db, { chainId, now, since, limit: maxListed })
  const isOurs = keyOf(ctx.config, 'settlement') !== null
  return late.filter(({ reason }) => isOurs || reason !== 'overdue')
}

function maxWaitMs({ config }: Pick<Context, 'config'>): number {
  if (config.mode === 'sandbox') return sandboxMarginMs
  return config.settleWithinHours * HOUR_MS + liveMarginMs
}
