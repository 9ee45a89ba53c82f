import { type BaseUnits, baseUnits } from '../../lib/money.js'
import { totalBps } from './split.js'

/**
 * Returns each recipient's part of everything a split has received. As in the contract, each part is rounded down, so
 * fewer units than there are recipients can remain unassigned.
 */
export function shareOut(received: BaseUnits, sharesBps: readonly number[]): BaseUnits[] {
  return sharesBps.map((bps) => baseUnits((received * BigInt(bps)) / BigInt(totalBps)))
}
