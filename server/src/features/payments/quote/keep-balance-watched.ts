import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { extendBalanceWatch } from '../../../platform/chain/deposits/native-store.js'
import type { TxContext } from '../../../platform/context.js'

const watchMs = DAY_MS
const extendBelowMs = DAY_MS / 4

/** Extends the balance watch of a deposit address by a day when it is about to end at `until`. */
export async function keepBalanceWatched(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  const now = ctx.now()
  if (until - now >= extendBelowMs) return
  await extendBalanceWatch(ctx.db, { deposit, until: unixMs(now + watchMs) })
}
