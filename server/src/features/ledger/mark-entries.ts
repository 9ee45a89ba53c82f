import { baseUnits, type Cents, microsFromCents } from '../../lib/money.js'
import { handUsd } from './asset-name.js'
import type { Entry } from './entry.js'
import { transferEntries } from './transfer-entries.js'

/** Somebody says that money came in which no chain knows of. It is in the merchant's till already. */
export function markEntries({ usdCents }: { usdCents: Cents }): Entry[] {
  const amount = {
    asset: handUsd,
    units: baseUnits(usdCents),
    usdMicros: microsFromCents(usdCents),
  } as const
  return [
    ...transferEntries(amount, { from: 'customer_credit', to: 'manual' }),
    ...transferEntries(amount, { from: 'due:manual', to: 'proceeds' }),
  ]
}
