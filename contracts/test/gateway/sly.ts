import type { Contract } from '../call.js'
import type { TestChain } from '../chain.js'

/** In the order of the enum in test/hostile/SlyToken.sol, without its first value. */
export const lies = ['Revert', 'ReturnShort', 'ReturnBomb', 'BurnGas', 'ReturnSame'] as const

export type Lie = (typeof lies)[number]

/** Sets how the token responds to `balanceOf`. */
export async function lie(chain: TestChain, slyContract: Contract, kind: Lie): Promise<void> {
  const args = [lies.indexOf(kind) + 1]
  await chain.mustSend({ ...slyContract, functionName: 'lie', args })
}
