import type { Address } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import type { Block, Chain, Log, LogFilter } from '../../../platform/chain/chain.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import {
  decodeReceived,
  decodeReleased,
  decodeTransfer,
  type Received,
  type Released,
  type Transfer,
  topicOfAddress,
  topics,
} from './decode-logs.js'

/** What a range of blocks holds for us, and the blocks themselves as far as they may still be taken back. */
export type ChainFacts = {
  /** The last of the range and those before it, in order, each built on the one before. */
  blocks: Block[]
  transfers: Transfer[]
  received: Received[]
  released: Released[]
  /** When the blocks were made that anything was found in, in Unix seconds. */
  timestamps: Map<bigint, bigint>
}

/** Nodes answered about different chains; asking again is all there is to do. */
export class ChainDisagrees extends Error {}

const chunkSize = 200
const callsAtOnce = 4
/** How far back blocks are fetched one by one. Whatever lies deeper in a long range is not taken back any more. */
const tailLength = 64n

/**
 * Reads what happened behind `after`, and once more what happened shortly before: a node that was behind may have
 * said that there was nothing. Every log has to be of a block of the chain that was read.
 *
 * @throws {ChainDisagrees}, or whatever keeps the chain from answering.
 */
export async function readRange(
  chain: Chain,
  range: {
    /** Where the reader stands, and the blocks behind that as they were when they were read. */
    after: { number: bigint; hash: string }
    remembered: readonly { number: bigint; hash: string }[]
    to: bigint
    /** How far back before `after` logs are read again. */
    overlap: bigint
    addresses: readonly Address[]
    tokens: readonly Address[]
    splits: readonly Address[]
  },
): Promise<ChainFacts> {
  const { after, to } = range
  const blocks = await readBlocks(chain, { after, to })
  const fromBlock = after.number - range.overlap + 1n
  const span = { fromBlock: fromBlock < 0n ? 0n : fromBlock, toBlock: to }

  const gateway = { ...span, addresses: [paymentGateway.address], topics: [[topics.received]] }
  const ask = (filters: LogFilter[]) =>
    mapConcurrent(filters, callsAtOnce, async (filter) =>
      withoutRepeats(await chain.listLogs(filter)),
    )
  const receivedLogs = (await ask([gateway])).flat()
  const releasedLogs = (await ask(splitFilters(span, range))).flat()
  const transferLogs = (await ask(depositFilters(span, range))).flat()
  const facts = {
    received: receivedLogs.flatMap((log) => decodeReceived(log) ?? []),
    released: releasedLogs.flatMap((log) => decodeReleased(log) ?? []),
    transfers: transferLogs.flatMap((log) => decodeTransfer(log) ?? []),
  }
  const logs = [...receivedLogs, ...releasedLogs, ...transferLogs]
  const { remembered } = range
  return { blocks, ...facts, timestamps: await readTimes(chain, { blocks, remembered, logs }) }
}

/** Some nodes say the same twice. */
function withoutRepeats(logs: readonly Log[]): Log[] {
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()]
}

/** Of our splits only: anybody may have any contract report the same. */
function splitFilters(
  span: Pick<LogFilter, 'fromBlock' | 'toBlock'>,
  { splits }: { splits: readonly Address[] },
): LogFilter[] {
  return chunksOf(splits).map((addresses) => ({ ...span, addresses, topics: [[topics.released]] }))
}

function depositFilters(
  span: Pick<LogFilter, 'fromBlock' | 'toBlock'>,
  { addresses, tokens }: { addresses: readonly Address[]; tokens: readonly Address[] },
): LogFilter[] {
  return chunksOf(addresses).map((chunk) => ({
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
  const found = await mapConcurrent(numbers, callsAtOnce, (number) => chain.findBlock(number))

  let parent = first === after.number + 1n ? after.hash : null
  return found.map((block) => {
    if (!block) throw new ChainDisagrees('a block below the newest one is not there')
    if (parent !== null && block.parentHash !== parent) {
      throw new ChainDisagrees(`block ${block.number} is not built on the one before it`)
    }
    parent = block.hash
    return block
  })
}

/**
 * Of every block that has a log, which is also held against the blocks that were read, now or earlier: what a node on
 * another branch says would be counted beside what this one has.
 */
async function readTimes(
  chain: Chain,
  {
    blocks,
    remembered,
    logs,
  }: {
    blocks: readonly Block[]
    remembered: readonly { number: bigint; hash: string }[]
    logs: readonly Log[]
  },
): Promise<Map<bigint, bigint>> {
  const read = new Map([...remembered, ...blocks].map(({ number, hash }) => [number, hash]))
  const known = new Map(blocks.map((block) => [block.number, block]))
  const unknown = [...new Set(logs.map((log) => log.blockNumber))].filter((one) => !known.has(one))
  for (const block of await mapConcurrent(unknown, callsAtOnce, (number) =>
    chain.findBlock(number),
  )) {
    if (block) known.set(block.number, block)
  }
  for (const { blockNumber, blockHash } of logs) {
    const { hash } = known.get(blockNumber) ?? {}
    if (hash === blockHash && hash === (read.get(blockNumber) ?? hash)) continue
    throw new ChainDisagrees(`a log is of another block ${blockNumber} than the one that was read`)
  }
  return new Map([...known].map(([number, block]) => [number, block.timestampSeconds]))
}
