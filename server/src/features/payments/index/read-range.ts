import type { Address } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import type { Block, Chain, Log, LogFilter } from '../../../platform/chain/chain.js'
import { paymentGateway, subscriptionCharger } from '../../../platform/chain/contracts.js'
import {
  type Charged,
  type Claimed,
  decodeCharged,
  decodeClaimed,
  decodeReceived,
  decodeReleased,
  decodeTransfer,
  type Received,
  type Released,
  type Transfer,
  topicOfAddress,
  topics,
} from '../../../platform/chain/logs/decode-logs.js'
import type { LogReader } from './read-logs.js'
import { ChainDisagrees } from './read-logs.js'

/** The relevant events of a block range, and the blocks that a reorg may still replace. */
export type ChainFacts = {
  /** The last blocks of the range in order, each the parent of the next. */
  blocks: Block[]
  transfers: Transfer[]
  received: Received[]
  charged: Charged[]
  claimed: Claimed[]
  released: Released[]
  /** Unix seconds of every block with an event. */
  timestamps: Map<bigint, bigint>
}

const chunkSize = 200
const callsAtOnce = 4
/** How many blocks are fetched one by one. Deeper blocks of a long range are safe from reorgs. */
const tailLength = 64n

/**
 * Reads the events after `after`, and again those of the overlap before it, which a lagging node
 * may have omitted. Requires every log to be in a block of the same branch.
 *
 * @throws {ChainDisagrees}, and when the chain does not respond.
 */
export async function readRange(
  chain: Chain,
  range: {
    /** The cursor, and the kept blocks up to it. */
    after: { number: bigint; hash: string }
    remembered: readonly { number: bigint; hash: string }[]
    to: bigint
    /** How many blocks before `after` are read again. */
    overlap: bigint
    addresses: readonly Address[]
    tokens: readonly Address[]
    splits: readonly Address[]
    reader: LogReader
  },
): Promise<ChainFacts> {
  const { after, to, overlap } = range
  const blocks = await readBlocks(chain, { after, to })
  const start = after.number - overlap + 1n
  const fromBlock = start < 0n ? 0n : start
  return { blocks, ...(await readEvents(chain, { ...range, blocks, fromBlock, toBlock: to })) }
}

/**
 * Reads the events of a range of blocks. Requires every log to be in one of `blocks` or
 * `remembered`, or in a block that the chain has now.
 *
 * @throws {ChainDisagrees}, and when the chain does not respond.
 */
export async function readEvents(
  chain: Chain,
  range: {
    fromBlock: bigint
    toBlock: bigint
    blocks: readonly Block[]
    remembered: readonly { number: bigint; hash: string }[]
    addresses: readonly Address[]
    tokens: readonly Address[]
    splits: readonly Address[]
    reader: LogReader
  },
): Promise<Omit<ChainFacts, 'blocks'>> {
  const { fromBlock, toBlock, blocks, remembered } = range
  const span = { fromBlock, toBlock }

  // Anyone can make these contracts emit their other events for little gas.
  const incoming = {
    ...span,
    addresses: [paymentGateway.address, subscriptionCharger.address],
    topics: [[topics.received, topics.charged, topics.claimed]],
  }
  const readLogs = async (filters: LogFilter[]) => withoutRepeats(await range.reader.read(filters))
  const incomingLogs = await readLogs([incoming])
  const releasedLogs = await readLogs(splitFilters(span, range))
  const transferLogs = await readLogs(transferFilters(span, range))
  const logs = [...incomingLogs, ...releasedLogs, ...transferLogs]
  return {
    ...decodeIncoming(incomingLogs),
    released: releasedLogs.flatMap((log) => decodeReleased(log) ?? []),
    transfers: transferLogs.flatMap((log) => decodeTransfer(log) ?? []),
    timestamps: await readTimes(chain, { blocks, remembered, logs }),
  }
}

/** Decodes the payments that the gateway and the charger report. */
export function decodeIncoming(
  logs: readonly Log[],
): Pick<ChainFacts, 'received' | 'charged' | 'claimed'> {
  const logsOf = (contract: Address) => logs.filter(({ address }) => address === contract)
  return {
    received: logsOf(paymentGateway.address).flatMap((log) => decodeReceived(log) ?? []),
    charged: logsOf(subscriptionCharger.address).flatMap((log) => decodeCharged(log) ?? []),
    claimed: logsOf(subscriptionCharger.address).flatMap((log) => decodeClaimed(log) ?? []),
  }
}

/** Some nodes return the same log twice. */
function withoutRepeats(logs: readonly Log[]): Log[] {
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()]
}

/** Filters by the known splits: any contract can emit the same event. */
function splitFilters(
  span: Pick<LogFilter, 'fromBlock' | 'toBlock'>,
  { splits }: { splits: readonly Address[] },
): LogFilter[] {
  return chunksOf(splits).map((addresses) => ({ ...span, addresses, topics: [[topics.released]] }))
}

/** Covers deposit addresses and splits in the same requests. */
function transferFilters(
  span: Pick<LogFilter, 'fromBlock' | 'toBlock'>,
  input: { addresses: readonly Address[]; splits: readonly Address[]; tokens: readonly Address[] },
): LogFilter[] {
  const { addresses, splits, tokens } = input
  return chunksOf([...addresses, ...splits]).map((chunk) => ({
    ...span,
    addresses: tokens,
    topics: [[topics.transfer], null, chunk.map(topicOfAddress)],
  }))
}

function chunksOf(addresses: readonly Address[]): Address[][] {
  const count = Math.ceil(addresses.length / chunkSize)
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}

async function readBlocks(
  chain: Chain,
  { after, to }: { after: { number: bigint; hash: string }; to: bigint },
): Promise<Block[]> {
  const first = to - after.number > tailLength ? to - tailLength + 1n : after.number + 1n
  const numbers = Array.from(
    { length: Number(to - first) + 1 },
    (_, index) => first + BigInt(index),
  )
  const readBlocks = await mapConcurrent(numbers, callsAtOnce, (number) => chain.findBlock(number))

  let parent = first === after.number + 1n ? after.hash : null
  return readBlocks.map((block) => {
    if (!block) throw new ChainDisagrees('a block below the latest one is missing')
    if (parent !== null && block.parentHash !== parent) {
      throw new ChainDisagrees(`block ${block.number} is not a child of the block before it`)
    }
    parent = block.hash
    return block
  })
}

/**
 * Reads the time of every block with a log. Also compares each log's block hash with the blocks
 * read now or earlier, so that logs of another branch are never counted.
 */
async function readTimes(
  chain: Chain,
  input: {
    blocks: readonly Block[]
    remembered: readonly { number: bigint; hash: string }[]
    logs: readonly Log[]
  },
): Promise<Map<bigint, bigint>> {
  const { blocks, remembered, logs } = input
  const read = new Map([...remembered, ...blocks].map(({ number, hash }) => [number, hash]))
  const blockOf = new Map(blocks.map((block) => [block.number, block]))
  const unknown = [...new Set(logs.map((log) => log.blockNumber))].filter(
    (block) => !blockOf.has(block),
  )
  for (const block of await mapConcurrent(unknown, callsAtOnce, (number) =>
    chain.findBlock(number),
  )) {
    if (block) blockOf.set(block.number, block)
  }
  for (const { blockNumber, blockHash } of logs) {
    const { hash } = blockOf.get(blockNumber) ?? {}
    if (hash === blockHash && hash === (read.get(blockNumber) ?? hash)) continue
    throw new ChainDisagrees(`a log belongs to a different block ${blockNumber}`)
  }
  return new Map([...blockOf].map(([number, block]) => [number, block.timestampSeconds]))
}
