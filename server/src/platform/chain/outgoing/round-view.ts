import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Block, Chain, Fees } from '../chain.js'
import type { Attempt, Outgoing } from './outgoing.js'

/** What a round knows of chain and signer. */
export type RoundView = {
  signer: Address
  count: number
  pending: number
  head: bigint
  balance: bigint
  now: UnixMs
  /** What is left of the balance when everything under way costs the most it can; lessened by what is signed. */
  purse: { free: bigint }
  suggestFees(): Promise<Fees>
  findBlock(number: bigint): Promise<Block | null>
}

/**
 * Looks at the chain for one round. The count comes before everything else: what it counts must be found later, and
 * the head is not below the block of any of it.
 *
 * @throws when the chain cannot be asked.
 */
export async function viewRound(
  chain: Chain,
  { signer, now }: { signer: Address; now: UnixMs },
): Promise<RoundView> {
  const count = await chain.getNonce(signer, 'latest')
  const [pending, latest, balance] = await Promise.all([
    chain.getNonce(signer, 'pending'),
    chain.findBlock('latest'),
    chain.getBalance(signer),
  ])
  if (!latest) throw new Error('the chain has no blocks')

  const blocks = new Map<bigint, Promise<Block | null>>()
  let fees: Promise<Fees> | null = null
  return {
    signer,
    count,
    pending,
    head: latest.number,
    balance,
    now,
    purse: { free: balance },
    suggestFees() {
      fees ??= chain.suggestFees()
      return fees
    },
    findBlock(number) {
      const block = blocks.get(number) ?? chain.findBlock(number)
      blocks.set(number, block)
      return block
    },
  }
}

/** The most a transaction can cost its signer. */
export function mostWei(
  { value }: Pick<Outgoing, 'value'>,
  { gas, maxFeePerGas, isEmpty }: Pick<Attempt, 'gas' | 'maxFeePerGas' | 'isEmpty'>,
): bigint {
  return (isEmpty ? 0n : value) + gas * maxFeePerGas
}
