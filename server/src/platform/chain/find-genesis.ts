import { setTimeout as sleep } from 'node:timers/promises'
import type { Hash } from '../../lib/hex.js'
import type { Context } from '../context.js'
import type { MemorySlot } from '../memory.js'
import type { Chain } from './chain.js'

/** A read in progress or with a result. A failed one is repeated after a while. */
type GenesisRead = { hash: Promise<Hash | null>; failedAt: number | null }

const genesis: MemorySlot<GenesisRead> = { name: 'genesis', sizeOf: () => 256 }

/** A payment page is shown without the hash of a node that takes longer. */
const maxWaitMs = 1_000
const retryAfterMs = 2_000

/**
 * Returns the hash of the first block of the chain, which tells it from another chain with the same
 * id, such as a sandbox. Null while the chain does not respond.
 */
export async function findGenesis(
  ctx: Pick<Context, 'chain' | 'config' | 'memory'>,
): Promise<Hash | null> {
  const { chain, config, memory } = ctx
  if (!chain) return null
  const key = String(config.chainId)
  const cached = memory.find(genesis, key)
  if (cached && isCurrent(cached)) return withinWait(cached.hash)
  const read = startRead(chain)
  memory.set(genesis, key, read)
  return withinWait(read.hash)
}

function isCurrent({ failedAt }: GenesisRead): boolean {
  return failedAt === null || performance.now() - failedAt < retryAfterMs
}

function startRead(chain: Chain): GenesisRead {
  const read: GenesisRead = {
    failedAt: null,
    hash: chain
      .findBlock(0n)
      .catch(() => null)
      .then((block) => {
        if (!block) read.failedAt = performance.now()
        return block?.hash ?? null
      }),
  }
  return read
}

function withinWait(hash: Promise<Hash | null>): Promise<Hash | null> {
  return Promise.race([hash, sleep(maxWaitMs, null, { ref: false })])
}
