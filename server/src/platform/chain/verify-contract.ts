import { checksumAddress } from '../../lib/hex.js'
import type { Chain } from './chain.js'
import type { Contract } from './contracts.js'

export type Verdict =
  | { kind: 'intact' }
  | { kind: 'missing' }
  /** `problem` is the end of a sentence. */
  | { kind: 'altered'; problem: string }

const otherCode = 'has other code than the compiled contract'

/**
 * Compares the code of a contract and of its implementation with the compiled code. Their addresses follow from their
 * code, so a difference means another kind of chain or a node that lies.
 *
 * @throws when the chain does not respond.
 */
export async function verifyContract(
  chain: Pick<Chain, 'findCode'>,
  { address, code, implementation }: Contract,
): Promise<Verdict> {
  const actual = await chain.findCode(address)
  if (actual === null) return { kind: 'missing' }
  if (actual.toLowerCase() !== code) return { kind: 'altered', problem: otherCode }

  const clone = await chain.findCode(implementation.address)
  if (clone?.toLowerCase() === implementation.code) return { kind: 'intact' }
  const name = `${implementation.name} at ${checksumAddress(implementation.address)}`
  return { kind: 'altered', problem: `uses ${name}, which ${clone ? otherCode : 'has no code'}` }
}
