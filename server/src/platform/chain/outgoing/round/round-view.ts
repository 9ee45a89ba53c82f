import type { Address } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import { callOnce } from '../../../share-reads.js'
import type { Block, Chain, Fees } from '../../chain.js'
import { limitFees } from '../fees.js'
import type { Attempt, Outgoing } from '../outgoing.js'

/** The state of chain and signer during a round. */
export type RoundView = {
  signer: Address
  count: number
  pending: number
  head: bigint
  balance: bigint
  now: UnixMs
  /** The balance minus the maximum cost of pending transactions. Each signature reduces it. */
  funds: { available: bigint }
  /** Returns suggested fees within the limit, or null when they exceed it. */
  suggestFees(): Promise<Fees | null>
  findBlock(number: bigint): Promise<Block | null>
}

/**
 * Reads the chain for one round. Reads the count first, so that every counted transaction can be
 * found and none is in a block above the head.
 *
 * @throws when the chain does not respond.
 */
export async function viewRound(
  chain: Chain,
  { signer, now, maxFeePerGas }: { signer: Address; now: UnixMs; maxFeePerGas: bigint },
): Promise<RoundView> {
  const count = await chain.getNonce(signer, 'latest')
  const [pending, latest, balance] = await Promise.all([
    chain.getNonce(signer, 'pending'),
    chain.findBlock('latest'),
    chain.getBalance(signer),
  ])
  if (!latest) throw new Error('the chain has no blocks')

  const blocks = new Map<bigint, Promise<Block | null>>()
  return {
    signer,
    count,
    pending,
    head: latest.number,
    balance,
    now,
    funds: { available: balance },
    suggestFees: callOnce(async () => limitFees(await chain.suggestFees(), maxFeePerGas)),
    findBlock(number) {
      const block = blocks.get(number) ?? chain.findBlock(number)
      blocks.set(number, block)
      return block
    },
  }
}

/** Returns the maximum cost of a transaction for its signer. */
export function maxCostWei(
  { value }: Pick<Outgoing, 'value'>,
  { gas, maxFeePerGas, isEmpty }: Pick<Attempt, 'gas' | 'maxFeePerGas' | 'isEmpty'>,
): bigint {
  return (isEmpty ? 0n : value) + gas * maxFeePerGas
}
