import type { Block, Chain } from '../../../platform/chain/chain.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import { listTokens } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import {
  type Cursor,
  findCursor,
  insertBlocks,
  insertCursor,
  listBlocks,
  moveCursor,
} from '../cursor-store.js'
import { listSplits } from './deposit-store.js'
import { indexRange, LostLead } from './index-range.js'
import { readRange } from './read-range.js'
import { rewind } from './rewind.js'
import { createWatchList } from './watch-list.js'

export type Indexer = {
  /**
   * Reads on from where it stands, one range at most, up to `latest` where the caller has just read that block.
   * `isBehind` says that there is more.
   *
   * @throws when the chain does not answer, or not with one voice; nothing was written then.
   */
  index(latest?: Block | null): Promise<{ found: number; isBehind: boolean }>
}

const widestRange = 500n
/** Logs of so many blocks before the cursor are read again: a node that was behind said there was nothing. */
export const overlap = 20n
const readsBeforeWider = 50
/** Where a chain does not say what is final. */
const finalAfter = 64n
const nothing = { found: 0, isBehind: false }

type IndexContext = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sandbox' | 'wakeups'>

/** Reads a chain from its cursor on. Several may: whoever writes first has written. */
export function createIndexer(ctx: IndexContext, chain: Chain): Indexer {
  const { chainId } = ctx.config
  const watchList = createWatchList(ctx)
  const { confirmations } = senderRules(ctx.config)
  const tokens = listTokens(chainId).map(({ address }) => address)
  let range = widestRange
  let goodReads = 0

  async function index(known: Block | null = null) {
    const [latest, cursor] = await Promise.all([
      known ?? chain.findBlock('latest'),
      findCursor(ctx.db, chainId),
    ])
    if (!latest) return nothing
    if (!cursor) {
      await begin(latest)
      return nothing
    }
    const standing = await standingOf(cursor, latest)
    if (standing === 'lost') return goBack(cursor, latest)
    if (standing === 'waiting' || latest.number === cursor.number) return nothing

    const to = latest.number - cursor.number > range ? cursor.number + range : latest.number
    try {
      const found = await readOn(cursor, to)
      const isBehind = to < latest.number
      widen(isBehind)
      return { found, isBehind }
    } catch (error) {
      // A node that finds a range too wide says so in as many ways as there are nodes.
      if (!(error instanceof LostLead)) range = range > 1n ? range / 2n : 1n
      goodReads = 0
      throw error
    }
  }

  /** At once while there is more to read; otherwise now and then, or a node with narrow limits would refuse every other time. */
  function widen(isBehind: boolean): void {
    goodReads += 1
    if (!isBehind && goodReads < readsBeforeWider) return
    range = range * 2n > widestRange ? widestRange : range * 2n
    goodReads = 0
  }

  async function readOn(cursor: Cursor, to: bigint): Promise<number> {
    // First the list: what is paid after it was read is in a later block, or in the overlap.
    await watchList.refresh()
    const addresses = watchList.addresses()
    const remembered = await listBlocks(ctx.db, chainId)
    const splits = await listSplits(ctx.db, chainId)
    const facts = await readRange(chain, {
      after: cursor,
      remembered,
      to,
      addresses,
      tokens,
      splits,
      // Nodes that find a range too wide find this one too wide as well.
      overlap: range < overlap ? range : overlap,
    })
    const last = facts.blocks.at(-1)
    if (!last) throw new Error('a range has a last block')
    const finalizedNumber = await findFinalized(last)
    return indexRange(ctx, {
      facts,
      watchList,
      confirmations,
      from: cursor,
      to: { number: last.number, hash: last.hash, finalizedNumber },
    })
  }

  async function begin(latest: Block): Promise<void> {
    const cursor = { ...latest, finalizedNumber: await findFinalized(latest) }
    await insertCursor(ctx.db, { chainId, cursor, now: ctx.now() })
    await insertBlocks(ctx.db, { chainId, blocks: [latest] })
    ctx.log.info({ chainId, block: Number(latest.number) }, 'payments are watched from here on')
  }

  /** Whether the chain still has the block that was read last. A shorter chain may only be a node that is behind. */
  async function standingOf(cursor: Cursor, latest: Block): Promise<'good' | 'waiting' | 'lost'> {
    if (latest.number === cursor.number) return latest.hash === cursor.hash ? 'good' : 'lost'
    if (latest.number < cursor.number) return ctx.sandbox?.anvilUrl ? 'lost' : 'waiting'
    const there = await chain.findBlock(cursor.number)
    // Below the newest block there is one of every number, but for a sandbox that is losing some right now.
    if (!there) return ctx.sandbox?.anvilUrl ? 'lost' : 'waiting'
    return there.hash === cursor.hash ? 'good' : 'lost'
  }

  async function goBack(cursor: Cursor, latest: Block) {
    ctx.wakeups.wake('lost-blocks')
    if (await rewind(ctx, chain, cursor)) return { found: 0, isBehind: true }
    if (ctx.config.mode === 'live') {
      throw new Error('the chain has none of the blocks that were read: it is not the same chain')
    }
    // A sandbox chain that lost its file. What was settled on it stays settled.
    const to = { ...latest, finalizedNumber: 0n }
    await moveCursor(ctx.db, { chainId, from: cursor, to, now: ctx.now() })
    await insertBlocks(ctx.db, { chainId, blocks: [latest] })
    ctx.log.warn(
      { chainId },
      'the chain is a new one: payments are watched from its newest block on',
    )
    return nothing
  }

  async function findFinalized(latest: Block): Promise<bigint> {
    const block = await chain.findBlock('finalized').catch(() => null)
    const assumed = latest.number > finalAfter ? latest.number - finalAfter : 0n
    const number = block?.number ?? assumed
    return number > latest.number ? latest.number : number
  }

  return { index }
}
