import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Fees } from '../chain.js'
import type { Outgoing } from './outgoing.js'
import { maxCostWei } from './round-view.js'
import type { Simulation } from './simulate-planned.js'

export type Preparation =
  | { kind: 'ready'; cost: bigint }
  | { kind: 'unfunded'; error: string }
  | { kind: 'reverts'; error: string }
  | { kind: 'unknown'; error: string }

/** Prefix of the error for insufficient funds, which SQL searches for. */
export const unfundedPrefix = 'The signer needs up to'

/** Decides whether a planned transaction can be signed. `free` is in wei. */
export function preparePlanned(
  row: Pick<Outgoing, 'value' | 'gas'>,
  { simulation, fees, free }: { simulation: Simulation; fees: Fees; free: bigint },
): Preparation {
  // Checked first, because nodes report insufficient funds in many ways.
  const cost = maxCostWei(row, { ...fees, gas: row.gas, isEmpty: false })
  if (cost > free) return unfunded(cost, free)
  if (simulation.kind === 'reverts') return { kind: 'reverts', error: simulation.reason }
  if (simulation.kind === 'unknown') {
    return { kind: 'unknown', error: `It could not be simulated: ${simulation.reason}` }
  }
  return { kind: 'ready', cost }
}

function unfunded(cost: bigint, free: bigint): Preparation {
  const available = ether(free < 0n ? 0n : free)
  return {
    kind: 'unfunded',
    error: `${unfundedPrefix} ${ether(cost)} ether and has ${available} available`,
  }
}

function ether(wei: bigint): string {
  return baseUnitsToDecimal(baseUnits(wei), 18)
}
