import { type BaseUnits, baseUnits } from '../../lib/money.js'
import { totalBps } from './split.js'

/**
 * What each share is of everything a split has received, as the contract counts it: each rounded down by itself,
 * so up to one unit less than the number of recipients is nobody's until more comes in.
 */
export function shareOut(received: BaseUnits, sharesBps: readonly number[]): BaseUnits[] {
  return sharesBps.map((bps) => baseUnits((received * BigInt(bps)) / BigInt(totalBps)))
}
