import {
  findHighestUsedNonce,
  listSettled,
  resetToSent,
  resetUnmined,
} from '../stores/reset-store.js'
import type { RoundView } from './round-view.js'
import type { SenderContext } from './sender-rules.js'
import { writeWithLease } from './write-with-lease.js'

const pageSize = 16

/**
 * Resets transactions whose blocks the chain has lost, even final ones, so that they wait for a
 * block again: after a reorg, or when a sandbox chain was restored from an older state. A node that
 * is merely behind looks the same, and its blocks come back. Returns how many were reset.
 */
export async function handleReorg(sender: SenderContext, view: RoundView): Promise<number> {
  const lostCount = (await resetUncounted(sender, view)) + (await resetOrphaned(sender, view))
  if (lostCount > 0) {
    sender.log.warn(
      { lost: lostCount, count: view.count },
      'the chain has lost blocks: sending again',
    )
  }
  return lostCount
}

/** Resets transactions whose nonce the chain does not count. */
async function resetUncounted(sender: SenderContext, { count }: RoundView): Promise<number> {
  const highest = await findHighestUsedNonce(sender.db, sender.lease)
  if (highest === null || highest < count) return 0
  await sender.hook('lost:decided')
  return writeWithLease(sender, (tx) => resetUnmined(tx, { ...sender.lease, count }))
}

/**
 * Resets transactions in orphaned blocks, from the newest back to the first canonical one. The
 * count misses them when another program has used their nonces since.
 */
async function resetOrphaned(sender: SenderContext, view: RoundView): Promise<number> {
  let lostCount = 0
  let below = view.count
  while (true) {
    const settled = await listSettled(sender.db, { ...sender.lease, below, limit: pageSize })
    for (const { id, nonce, blockNumber, blockHash } of settled) {
      const block = await view.findBlock(blockNumber)
      if (!block || block.hash === blockHash) return lostCount
      await writeWithLease(sender, (tx) => resetToSent(tx, id))
      lostCount += 1
      below = nonce
    }
    if (settled.length === 0) return lostCount
  }
}
