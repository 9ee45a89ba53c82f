import type { Context } from '../../context.js'
import type { Chain } from '../chain.js'
import { findHead, type Head, replaceHead } from './head-store.js'

/** How a chain goes on from where it was last seen. */
export type Continuity =
  | { kind: 'first' }
  | { kind: 'on'; blocks: number }
  /** The block we saw is gone: a reorganisation, or a chain that was put back to an older state. */
  | { kind: 'rewound'; from: number; to: number }
  /** Its very first block is another one: all of its past is gone. */
  | { kind: 'replaced' }

/**
 * Looks whether the chain still has the block that was seen last, and remembers its newest one. Whoever keeps
 * facts of the chain checks those anew by itself; this is what tells the operator.
 *
 * @throws when the chain cannot be asked.
 */
export async function followHead(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log' | 'alerts'>,
  chain: Chain,
): Promise<Continuity> {
  const { chainId } = ctx.config
  // Not block 0: a sandbox chain makes a new one at every start, beside the one it remembers.
  const [first, latest] = await Promise.all([chain.findBlock(1n), chain.findBlock('latest')])
  if (!latest) throw new Error('the chain has no blocks')
  if (!first) return { kind: 'first' }

  const seen = await findHead(ctx.db, chainId)
  const head: Head = {
    chainId,
    firstHash: first.hash,
    number: latest.number,
    hash: latest.hash,
  }
  if (seen && isSame(seen, head)) return { kind: 'on', blocks: 0 }

  const stillThere = seen && (await chain.findBlock(seen.number))
  const isReplaced = seen !== null && seen.firstHash !== head.firstHash
  // Where it is about real money somebody has to decide that: a start that was refused is refused again.
  if (!isReplaced || ctx.config.mode !== 'live') {
    await replaceHead(ctx.db, { ...head, seenAt: ctx.now() })
  }
  if (!seen) return { kind: 'first' }
  const isLive = ctx.config.mode === 'live'
  if (isReplaced && isLive) {
    const message = 'the chain is not the one this database knows: its first block is another one'
    ctx.alerts.raise({ name: 'chain_wrong', message, chainId })
    return { kind: 'replaced' }
  }
  if (isLive) ctx.alerts.resolve('chain_wrong')
  if (isReplaced) {
    ctx.log.warn({ chainId, from: Number(seen.number) }, 'the chain is a new one: its past is gone')
    return { kind: 'replaced' }
  }
  if (stillThere?.hash !== seen.hash) {
    ctx.log.warn(
      { chainId, from: Number(seen.number), to: Number(latest.number) },
      'the chain has lost blocks',
    )
    return { kind: 'rewound', from: Number(seen.number), to: Number(latest.number) }
  }
  return { kind: 'on', blocks: Number(latest.number - seen.number) }
}

function isSame(a: Head, b: Head): boolean {
  return a.firstHash === b.firstHash && a.number === b.number && a.hash === b.hash
}
