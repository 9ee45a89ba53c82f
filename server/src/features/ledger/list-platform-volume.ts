import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { type DayVolume, sumVolume } from './volume-store.js'

export type { DayVolume }

/** Returns the sales, fees, refunds and plans of all merchants by day and asset, the newest day first. */
export function listPlatformVolume(
  { db }: Pick<TxContext, 'db'>,
  range: { from: UnixMs; to: UnixMs },
): Promise<DayVolume[]> {
  return sumVolume(db, range)
}
