import { indexRange } from '../../src/features/payments/index/index-range.js'
import type { ChainFacts } from '../../src/features/payments/index/read-range.js'
import { rewind } from '../../src/features/payments/index/rewind.js'
import type { WatchedDeposit } from '../../src/features/payments/index/watch-list.js'
import { payoutRecords } from '../../src/features/payouts/payout-records.js'
import type { Address } from '../../src/lib/hex.js'
import type { Block, Chain, Log } from '../../src/platform/chain/chain.js'
import { paymentGateway, subscriptionCharger } from '../../src/platform/chain/contracts.js'
import {
  type Cursor,
  findCursor,
  insertBlocks,
  insertCursor,
} from '../../src/platform/chain/head/cursor-store.js'
import {
  decodeCharged,
  decodeClaimed,
  decodeReceived,
  decodeReleased,
  decodeTransfer,
} from '../../src/platform/chain/logs/decode-logs.js'
import type { Context } from '../../src/platform/context.js'
import {
  buildBlock,
  hashOf,
  type ModelBlock,
  type ModelTransaction,
  type Terms,
} from '../history/chain.js'
import { modelTokens } from './model.js'

/** The watched addresses of a history. */
export type WatchedAddresses = {
  deposits: ReadonlyMap<Address, WatchedDeposit>
  split: Address | null
}

export type BooksChain = Awaited<ReturnType<typeof createBooksChain>>

/**
 * Creates one chain for all histories. Each history starts with empty balances on top of the last
 * block.
 */
export async function createBooksChain(ctx: Context) {
  const { chainId } = ctx.config
  const blocks = new Map<bigint, Block>()
  let counter = 0
  const nextName = () => {
    counter += 1
    return `books ${counter}`
  }
  const first = buildBlock(null, { transactions: [], name: nextName() }, noTerms)
  blocks.set(first.number, first)
  await insertCursor(ctx.db, {
    chainId,
    cursor: { ...first, safeNumber: 0n, finalizedNumber: 0n, reportsFinality: false },
  })
  await insertBlocks(ctx.db, { chainId, blocks: [first] })
  const chain = {
    findBlock: async (number: bigint) => blocks.get(number) ?? null,
  } as Pick<Chain, 'findBlock'> as Chain

  return {
    nextHash: () => hashOf(`transaction ${nextName()}`),
    /** Returns the block that a history starts from, without balances. */
    async begin(): Promise<ModelBlock> {
      const { number } = await cursorOf(ctx)
      const block = blocks.get(number)
      if (!block) throw new Error('the cursor is not on the chain')
      return { ...block, transactions: [], logs: [], facts: [], state: new Map() }
    },
    /** Builds the next block of a branch. */
    build(parent: ModelBlock, transactions: readonly ModelTransaction[], terms: Terms): ModelBlock {
      const block = buildBlock(parent, { transactions, name: nextName() }, terms)
      blocks.set(block.number, block)
      return block
    },
    /** Indexes the last block of a branch, and again the blocks before it, as the indexer does. */
    async index(
      branch: readonly ModelBlock[],
      watched: WatchedAddresses & { hidesTransfers: boolean; confirmations: number },
    ): Promise<void> {
      const from = await cursorOf(ctx)
      const freshBlocks = branch.filter(({ number }) => number > from.number)
      const last = freshBlocks.at(-1)
      if (!last) return
      await indexRange(ctx, {
        records: payoutRecords,
        facts: { ...readFacts(branch, watched), blocks: [...freshBlocks] },
        watchList: {
          refresh: async () => {},
          addresses: () => [...watched.deposits.keys()],
          find: (address) => watched.deposits.get(address) ?? null,
        },
        from,
        to: {
          number: last.number,
          hash: last.hash,
          safeNumber: last.number,
          finalizedNumber: 0n,
          reportsFinality: false,
        },
        confirmations: watched.confirmations,
        // Some flushes wait for a block, as if a lagging node could still show their transfers.
        knownUpTo: last.number - BigInt(watched.confirmations - 1) - (last.number % 2n),
      })
    },
    /** Removes the blocks after a number. */
    async remove(after: bigint): Promise<void> {
      const from = await cursorOf(ctx)
      for (let number = from.number; number > after; number -= 1n) blocks.delete(number)
      // A reorg is seen only when another block has taken the place of the removed one.
      const parent = blocks.get(after)
      if (!parent) throw new Error('the first block cannot be removed')
      for (let number = after + 1n; number <= from.number; number += 1n) {
        blocks.set(number, { ...parent, number, hash: hashOf(nextName()) })
      }
      await rewind(ctx, chain, { from, records: payoutRecords })
    },
  }
}

const noTerms: Terms = {
  depositAt: () => paymentGateway.address,
  recipientsOf: () => [],
}

async function cursorOf(ctx: Context): Promise<Cursor> {
  const cursor = await findCursor(ctx.db, ctx.config.chainId)
  if (!cursor) throw new Error('there is no cursor')
  return cursor
}

/** Reads the logs that the indexer's filters select. */
function readFacts(
  branch: readonly ModelBlock[],
  { deposits, split, hidesTransfers }: WatchedAddresses & { hidesTransfers: boolean },
): Omit<ChainFacts, 'blocks'> {
  const logs = branch.flatMap((block) => block.logs)
  // A lagging node returns no transfers of the last block.
  const last = hidesTransfers ? branch.at(-1)?.number : null
  const isToken = ({ address }: Log) => modelTokens.some((token) => token === address)
  const ofCharger = logs.filter(({ address }) => address === subscriptionCharger.address)
  const ofGateway = logs.filter(({ address }) => address === paymentGateway.address)
  return {
    transfers: logs
      .filter((log) => isToken(log) && log.blockNumber !== last)
      .flatMap((log) => decodeTransfer(log) ?? [])
      .filter(({ to }) => deposits.has(to) || to === split),
    received: ofGateway.flatMap((log) => decodeReceived(log) ?? []),
    charged: ofCharger.flatMap((log) => decodeCharged(log) ?? []),
    claimed: ofCharger.flatMap((log) => decodeClaimed(log) ?? []),
    released: logs
      .filter(({ address }) => address === split)
      .flatMap((log) => decodeReleased(log) ?? []),
    timestamps: new Map(branch.map(({ number, timestampSeconds }) => [number, timestampSeconds])),
  }
}
