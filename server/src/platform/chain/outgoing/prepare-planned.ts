import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Fees } from '../chain.js'
import type { Estimate } from './estimate-planned.js'
import type { Outgoing } from './outgoing.js'
import { maxCostWei } from './round-view.js'
import { withMargin } from './with-margin.js'

export type Preparation =
  | { kind: 'ready'; gas: bigint; fees: Fees; cost: bigint }
  | { kind: 'unfunded'; error: string }
  | { kind: 'reverts'; error: string }
  /** It needs more gas than allowed. */
  | { kind: 'costly'; error: string }
  | { kind: 'unknown'; error: string }

/** Prefix of the error for insufficient funds, which SQL searches for. */
export const unfundedPrefix = 'The signer needs up to'

/** Decides whether a planned transaction can be signed, with which gas and fees. `free` is in wei. */
export function preparePlanned(
  row: Pick<Outgoing, 'value' | 'mostGas'>,
  { estimate, fees, free }: { estimate: Estimate; fees: Fees; free: bigint },
): Preparation {
  // Check before the estimate, because nodes report an insufficient value in many ways.
  if (row.value > free) return unfunded(row.value, free)
  if (estimate.kind === 'reverts') return { kind: 'reverts', error: estimate.reason }
  if (estimate.kind === 'unknown') {
    return { kind: 'unknown', error: `The gas could not be estimated: ${estimate.reason}` }
  }

  const gas = withMargin(estimate.gas)
  const { mostGas = null } = row
  if (mostGas !== null && gas > mostGas) {
    return { kind: 'costly', error: `It needs up to ${gas} gas and may use ${mostGas}` }
  }
  const cost = maxCostWei(row, { ...fees, gas, isEmpty: false })
  return cost > free ? unfunded(cost, free) : { kind: 'ready', gas, fees, cost }
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
