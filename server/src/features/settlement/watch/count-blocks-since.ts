import { MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { ChainDisagrees } from './chain-disagrees.js'

/** Clocks of chain and service differ. */
const toleranceMs = MINUTE_MS
/** A day on a chain with a block per second. */
const mostBlocks = 86_400n

/** Returns how many blocks up to `last` were made since a time, by bisection, and at most those of a day. */
export async function countBlocksSince(
  chain: Pick<Chain, 'findBlock'>,
  { last, since }: { last: bigint; since: UnixMs },
): Promise<bigint> {
  let before = last > mostBlocks ? last - mostBlocks : 0n
  let after = last
  while (before < after) {
    const middle = (before + after) / 2n
    const block = await chain.findBlock(middle)
    if (!block) throw new ChainDisagrees('a block below the latest one is missing')
    const isBefore = Number(block.timestampSeconds) * 1_000 < since - toleranceMs
    if (isBefore) before = middle + 1n
    else after = middle
  }
  return last - before + 1n
}
