import { baseUnits, micros } from '../../lib/money.js'
import type { Account, Amount, Entry } from './entry.js'

/** The two lines of an amount that goes from one account to another. Of nothing there is no line. */
export function transferEntries(
  { asset, units, usdMicros }: Amount,
  { from, to }: { from: Account; to: Account },
): Entry[] {
  if (units === 0n && usdMicros === 0n) return []
  return [
    { account: to, asset, units, usdMicros },
    { account: from, asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) },
  ]
}
