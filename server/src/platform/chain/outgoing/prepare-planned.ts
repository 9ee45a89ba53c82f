import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import type { Fees } from '../chain.js'
import type { Estimate } from './estimate-planned.js'
import type { Outgoing } from './outgoing.js'
import { mostWei } from './round-view.js'
import { withMargin } from './with-margin.js'

export type Preparation =
  | { kind: 'ready'; gas: bigint; fees: Fees; cost: bigint }
  | { kind: 'unfunded'; error: string }
  | { kind: 'reverts'; error: string }
  /** It takes more gas than it may. */
  | { kind: 'costly'; error: string }
  | { kind: 'unknown'; error: string }

/** How it begins when the signer has too little. */
export const unfundedWords = 'The signer needs up to'

/** Says whether a planned transaction can be signed, and with what. `free` is what the signer has left, in wei. */
export function preparePlanned(
  row: Pick<Outgoing, 'value' | 'mostGas'>,
  { estimate, fees, free }: { estimate: Estimate; fees: Fees; free: bigint },
): Preparation {
  // Before the estimate: nodes answer that one in many ways when there is not even the value.
  if (row.value > free) return unfunded(row.value, free)
  if (estimate.kind === 'reverts') return { kind: 'reverts', error: estimate.reason }
  if (estimate.kind === 'unknown') {
    return { kind: 'unknown', error: `It could not be estimated: ${estimate.reason}` }
  }

  const gas = withMargin(estimate.gas)
  const { mostGas = null } = row
  if (mostGas !== null && gas > mostGas) {
    return { kind: 'costly', error: `It needs up to ${gas} gas and may use ${mostGas}` }
  }
  const cost = mostWei(row, { ...fees, gas, isEmpty: false })
  return cost > free ? unfunded(cost, free) : { kind: 'ready', gas, fees, cost }
}

function unfunded(cost: bigint, free: bigint): Preparation {
  const available = ether(free < 0n ? 0n : free)
  return {
    kind: 'unfunded',
    error: `${unfundedWords} ${ether(cost)} ether for it and has ${available} left`,
  }
}

function ether(wei: bigint): string {
  return baseUnitsToDecimal(baseUnits(wei), 18)
}
