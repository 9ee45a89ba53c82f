import { parseAddress } from '../../../lib/hex.js'
import type { Chain, Hex } from '../chain.js'

/** The gas price oracle of OP Stack chains such as Base, which returns the L1 data fee. */
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
 * Returns the fee in wei that a transaction with this data costs in addition to gas; 0 on most
 * chains.
 *
 * @throws when the chain does not respond.
 */
export async function findDataFee(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  data: Hex,
): Promise<bigint> {
  if (!oracle || !(await chain.findCode(oracle))) return 0n
  return chain.readContract({ address: oracle, abi, functionName: 'getL1Fee', args: [data] })
}
