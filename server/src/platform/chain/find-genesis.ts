import type { Hash } from '../../lib/hex.js'
import type { Context } from '../context.js'
import type { MemorySlot } from '../memory.js'

const genesis: MemorySlot<{ hash: Hash }> = { name: 'genesis', sizeOf: () => 256 }

/**
 * Returns the hash of the first block of the sandbox chain, which tells it from the public chain with the same id. Null in
 * live mode, and while the chain does not respond.
 */
export async function findGenesis({
  chain,
  config,
  memory,
  sandbox,
}: Pick<Context, 'chain' | 'config' | 'memory' | 'sandbox'>): Promise<Hash | null> {
  if (!sandbox?.anvilUrl || !chain) return null
  const key = String(config.chainId)
  const known = memory.find(genesis, key)
  if (known) return known.hash
  const block = await chain.findBlock(0n).catch(() => null)
  if (block) memory.keep(genesis, key, { hash: block.hash })
  return block?.hash ?? null
}
