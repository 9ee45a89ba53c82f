import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { TxContext } from '../../../platform/context.js'
import { extendBalanceWatch } from './balance-watch-store.js'

const watchMs = DAY_MS
const extendBelowMs = DAY_MS / 4

/** Watches the native balance of a deposit address for another day when its watch, up to `until`, is about to end. */
export async function keepBalanceWatched(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  const now = ctx.now()
  if (until - now >= extendBelowMs) return
  await extendBalanceWatch(ctx.db, { deposit, until: unixMs(now + watchMs) })
}
