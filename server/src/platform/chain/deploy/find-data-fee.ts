import { parseAddress } from '../../../lib/hex.js'
import type { Chain, Hex } from '../chain.js'

/** Where chains of the OP kind, Base among them, say what it costs to have data on the chain below them. */
const oracle = parseAddress('0x420000000000000000000000000000000000000f')

const abi = [
  {
    type: 'function',
    name: 'getL1Fee',
    stateMutability: 'view',
    inputs: [{ name: 'data', type: 'bytes' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

/**
 * What a transaction with this data costs on top of its gas, in wei; nothing on most chains.
 *
 * @throws when the chain cannot be asked.
 */
export async function findDataFee(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  data: Hex,
): Promise<bigint> {
  if (!oracle || !(await chain.findCode(oracle))) return 0n
  return chain.readContract({ address: oracle, abi, functionName: 'getL1Fee', args: [data] })
}
