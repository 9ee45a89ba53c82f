import { MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { ChainDisagrees } from './chain-disagrees.js'

/** Clocks of chain and service differ. */
const toleranceMs = MINUTE_MS

/** Returns the first block that was made since a time, by bisection, or `last` if all are older. */
export async function findFirstBlock(
  chain: Pick<Chain, 'findBlock'>,
  { last, since }: { last: bigint; since: UnixMs },
): Promise<bigint> {
  let before = 0n
  let after = last
  while (before < after) {
    const middle = (before + after) / 2n
    const block = await chain.findBlock(middle)
    if (!block) throw new ChainDisagrees('a block below the latest one is missing')
    const isBefore = Number(block.timestampSeconds) * 1_000 < since - toleranceMs
    if (isBefore) before = middle + 1n
    else after = middle
  }
  return before
}
