import { findHighestUsedNonce, listSettled, returnLost, returnToSent } from './return-store.js'
import type { RoundView } from './round-view.js'
import type { SenderContext } from './sender-context.js'
import { writeAsHolder } from './write-as-holder.js'

const lookedAtOnce = 16

/**
 * Lets everything wait for a block again that the chain had and has no longer, however final it was: after a
 * reorganisation, or when a sandbox chain was put back to an older state. A node that is merely behind looks the
 * same; then it all comes back by itself. Returns how much it is.
 */
export async function returnLostBlocks(sender: SenderContext, view: RoundView): Promise<number> {
  const lost = (await returnUncounted(sender, view)) + (await returnUnstanding(sender, view))
  if (lost > 0) {
    sender.log.warn({ lost, count: view.count }, 'the chain has lost blocks: sending again')
  }
  return lost
}

/** What the chain does not count cannot be in it. */
async function returnUncounted(sender: SenderContext, { count }: RoundView): Promise<number> {
  const highest = await findHighestUsedNonce(sender.db, sender.lease)
  if (highest === null || highest < count) return 0
  await sender.hook('lost:decided')
  return writeAsHolder(sender, (tx) => returnLost(tx, { ...sender.lease, count }))
}

/**
 * Somebody else may have used the lost nonces before we looked, and then the count tells nothing. Blocks do: from the
 * newest back, until one still stands.
 */
async function returnUnstanding(sender: SenderContext, view: RoundView): Promise<number> {
  let lost = 0
  let below = view.count
  while (true) {
    const settled = await listSettled(sender.db, { ...sender.lease, below, limit: lookedAtOnce })
    for (const { id, nonce, blockNumber, blockHash } of settled) {
      const block = await view.findBlock(blockNumber)
      if (!block || block.hash === blockHash) return lost
      await writeAsHolder(sender, (tx) => returnToSent(tx, id))
      lost += 1
      below = nonce
    }
    if (settled.length === 0) return lost
  }
}
