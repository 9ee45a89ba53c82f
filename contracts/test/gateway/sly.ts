import type { Contract } from '../call.js'
import type { TestChain } from '../chain.js'

/** In the order of the enum in test/hostile/SlyToken.sol, without the first. */
export const lies = ['Revert', 'AnswerShort', 'AnswerBomb', 'BurnGas', 'AnswerSame'] as const

export type Lie = (typeof lies)[number]

/** From now on the token answers like that when it is asked for a balance. */
export async function lie(chain: TestChain, sly: Contract, answer: Lie): Promise<void> {
  const args = [lies.indexOf(answer) + 1]
  await chain.mustSend({ ...sly, functionName: 'lie', args })
}
