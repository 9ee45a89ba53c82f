import { baseUnits, baseUnitsToDecimal } from '../../../../lib/money.js'
import type { Fees } from '../../chain.js'
import { describeFailure } from '../../chain-failures.js'
import type { Outgoing } from '../outgoing.js'
import { maxCostWei } from './round-view.js'
import type { SenderContext } from './sender-rules.js'

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
  { simulation, fees, freeWei }: { simulation: Simulation; fees: Fees; freeWei: bigint },
): Preparation {
  // Checked first, because nodes report insufficient funds in many ways.
  const cost = maxCostWei(row, { ...fees, gas: row.gas, isEmpty: false })
  if (cost > freeWei) return unfunded(cost, freeWei)
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

export type Simulation =
  | { kind: 'succeeds' }
  | { kind: 'reverts'; reason: string }
  /** The simulation failed, for this transaction or for all. */
  | { kind: 'unknown'; reason: string }

/** Simulates a transaction as it would be signed. Never throws. */
export async function simulatePlanned(
  { chain, lease }: Pick<SenderContext, 'chain' | 'lease'>,
  { row: { to, data, value, gas }, fees }: { row: Outgoing; fees: Fees },
): Promise<Simulation> {
  try {
    // A call to a missing contract succeeds and does nothing.
    const isCall = data !== '0x'
    if (isCall && !(await chain.findCode(to))) {
      return { kind: 'unknown', reason: `There is no contract at ${to}` }
    }
    return await chain.simulate({ from: lease.signer, to, data, value, gas, ...fees })
  } catch (error) {
    return { kind: 'unknown', reason: describeFailure(error) }
  }
}
