import type { Contract } from '../call.js'
import type { TestChain } from '../chain.js'

/** In the order of the enum in test/hostile/SlyToken.sol, without its first value. */
export const lies = ['Revert', 'AnswerShort', 'AnswerBomb', 'BurnGas', 'AnswerSame'] as const

export type Lie = (typeof lies)[number]

/** Sets how the token responds to `balanceOf`. */
export async function lie(chain: TestChain, sly: Contract, kind: Lie): Promise<void> {
  const args = [lies.indexOf(kind) + 1]
  await chain.mustSend({ ...sly, functionName: 'lie', args })
}
