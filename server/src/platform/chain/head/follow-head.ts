import type { Context } from '../../context.js'
import type { Job } from '../../jobs/run-jobs.js'
import type { Chain } from '../chain.js'
import { findHead, type Head, replaceHead } from './head-store.js'

/** How a chain has continued since its head was last seen. */
export type Continuity =
  | { kind: 'first' }
  | { kind: 'on'; blocks: number }
  /** The last seen block is gone: a reorg, or a sandbox chain restored from an older state. */
  | { kind: 'rewound'; from: number; to: number }
  /** Block 1 differs: this is another chain. */
  | { kind: 'replaced' }

/**
 * Checks whether the chain still has the last seen block, and stores its newest one. This informs
 * the operator; code that stores chain data verifies it on its own.
 *
 * @throws when the chain does not respond.
 */
export async function followHead(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log' | 'alerts'>,
  chain: Chain,
): Promise<Continuity> {
  const { chainId } = ctx.config
  // Not block 0, because a sandbox chain creates a new one at every start.
  const [first, latest] = await Promise.all([chain.findBlock(1n), chain.findBlock('latest')])
  if (!latest) throw new Error('the chain has no blocks')
  if (!first) return { kind: 'first' }

  const storedHead = await findHead(ctx.db, chainId)
  const head: Head = {
    chainId,
    firstHash: first.hash,
    number: latest.number,
    hash: latest.hash,
  }
  if (storedHead && isSame(storedHead, head)) return { kind: 'on', blocks: 0 }

  const stillThere = storedHead && (await chain.findBlock(storedHead.number))
  const isReplaced = storedHead !== null && storedHead.firstHash !== head.firstHash
  // In live mode an operator must decide, so the stored head stays and the next start fails again.
  if (!isReplaced || ctx.config.mode !== 'live') {
    await replaceHead(ctx.db, { ...head, seenAt: ctx.now() })
  }
  if (!storedHead) return { kind: 'first' }
  const isLive = ctx.config.mode === 'live'
  if (isReplaced && isLive) {
    const message = 'this chain is not the one in the database: its first block differs'
    ctx.alerts.raise({ name: 'chain_wrong', message, chainId })
    return { kind: 'replaced' }
  }
  if (isLive) ctx.alerts.resolve('chain_wrong')
  if (isReplaced) {
    ctx.log.warn(
      { chainId, from: Number(storedHead.number) },
      'the chain was replaced by a new one',
    )
    return { kind: 'replaced' }
  }
  if (stillThere?.hash !== storedHead.hash) {
    ctx.log.warn(
      { chainId, from: Number(storedHead.number), to: Number(latest.number) },
      'the chain has lost blocks',
    )
    return { kind: 'rewound', from: Number(storedHead.number), to: Number(latest.number) }
  }
  return { kind: 'on', blocks: Number(latest.number - storedHead.number) }
}

/** Detects reorgs and a replaced chain, even while nothing is sent. */
export const followChain: Job = {
  name: 'follow-chain',
  everyMs: 10_000,
  async run(ctx) {
    if (!ctx.chain) return {}
    const { kind, ...figures } = await followHead(ctx, ctx.chain)
    return kind === 'on' ? figures : { kind, ...figures }
  },
}

function isSame(a: Head, b: Head): boolean {
  return a.firstHash === b.firstHash && a.number === b.number && a.hash === b.hash
}
