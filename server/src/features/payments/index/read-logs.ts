import { mapConcurrent } from '../../../lib/map-concurrent.js'
import type { Chain, Log, LogFilter } from '../../../platform/chain/chain.js'

export type LogReader = {
  /** Reads the logs of all filters. Divides requests that the node rejects. */
  read(filters: readonly LogFilter[]): Promise<Log[]>
  /** Returns the filters read, the filters divided, and the smallest range that was too wide. */
  report(): ReadReport
}

export type ReadReport = { filters: number; divided: number; tooWide: bigint | null }

type LogChain = Pick<Chain, 'findBlock' | 'listLogs' | 'listBlockLogs'>

const callsAtOnce = 4
/** After this time spent on rejected requests, receipts are read instead of logs. */
const patienceMs = 20_000
/** A wider range takes too many requests for receipts. */
const maxReceiptBlocks = 64n

/**
 * Creates a reader of logs for one range of blocks. Anyone can add logs to a block, and nodes limit
 * the logs of a response. A rejected request is therefore divided: by blocks, then by addresses and
 * topics. As a last resort, it reads the receipts of each block once.
 */
export function createLogReader(chain: LogChain, { width }: { width: bigint }): LogReader {
  const receipts = new Map<bigint, Promise<Log[]>>()
  const report: ReadReport = { filters: 0, divided: 0, tooWide: null }
  let lostMs = 0

  async function readFilter(filter: LogFilter): Promise<Log[]> {
    let isDivided = false
    report.filters += 1
    const onReject = (rejected: LogFilter) => {
      if (!isDivided) report.divided += 1
      isDivided = true
      const blocks = blocksOf(rejected)
      if (blocks > 1n && blocks < (report.tooWide ?? blocks + 1n)) report.tooWide = blocks
    }
    const logs: Log[] = []
    for (const part of splitByWidth(filter, width)) logs.push(...(await readPart(part, onReject)))
    return logs
  }

  async function readPart(
    filter: LogFilter,
    onReject: (rejected: LogFilter) => void,
  ): Promise<Log[]> {
    const isNarrow = blocksOf(filter) <= maxReceiptBlocks
    if (lostMs > patienceMs && isNarrow) return readReceipts(filter)
    const startedAt = performance.now()
    try {
      return await chain.listLogs(filter)
    } catch (error) {
      lostMs += performance.now() - startedAt
      // Throws during an outage, which says nothing about the request.
      await chain.findBlock(filter.toBlock)
      onReject(filter)
      if (lostMs > patienceMs && !isNarrow) throw error
    }
    const halves = divide(filter)
    if (!halves) return readReceipts(filter)
    const logs = await readPart(halves[0], onReject)
    return [...logs, ...(await readPart(halves[1], onReject))]
  }

  async function readReceipts(filter: LogFilter): Promise<Log[]> {
    const logs: Log[] = []
    for (let block = filter.fromBlock; block <= filter.toBlock; block += 1n) {
      const reading = receipts.get(block) ?? readBlock(block)
      receipts.set(block, reading)
      logs.push(...(await reading).filter((log) => matchesFilter(log, filter)))
    }
    return logs
  }

  async function readBlock(block: bigint): Promise<Log[]> {
    const logs = await chain.listBlockLogs(block)
    if (!logs) throw new ChainDisagrees('a block below the latest one is missing')
    return logs
  }

  return {
    async read(filters) {
      return (await mapConcurrent(filters, callsAtOnce, readFilter)).flat()
    },
    report: () => report,
  }
}

function blocksOf({ fromBlock, toBlock }: Pick<LogFilter, 'fromBlock' | 'toBlock'>): bigint {
  return toBlock - fromBlock + 1n
}

/** Divides a filter into ranges of at most `width` blocks. */
function splitByWidth(filter: LogFilter, width: bigint): LogFilter[] {
  const parts: LogFilter[] = []
  for (let fromBlock = filter.fromBlock; fromBlock <= filter.toBlock; fromBlock += width) {
    const end = fromBlock + width - 1n
    parts.push({ ...filter, fromBlock, toBlock: end < filter.toBlock ? end : filter.toBlock })
  }
  return parts
}

/** Returns two filters that select the same logs, or null for one block, address and topic. */
function divide(filter: LogFilter): [LogFilter, LogFilter] | null {
  const { fromBlock, toBlock, addresses, topics } = filter
  if (toBlock > fromBlock) {
    const middle = (fromBlock + toBlock) / 2n
    return [
      { ...filter, toBlock: middle },
      { ...filter, fromBlock: middle + 1n },
    ]
  }
  const longest = topics.reduce(
    (best, choices, index) => ((choices?.length ?? 0) > (topics[best]?.length ?? 0) ? index : best),
    0,
  )
  const values = topics[longest] ?? []
  if (addresses.length > 1 && addresses.length >= values.length) {
    const [first, second] = halve(addresses)
    return [
      { ...filter, addresses: first },
      { ...filter, addresses: second },
    ]
  }
  if (values.length < 2) return null
  const [first, second] = halve(values)
  return [
    { ...filter, topics: topics.with(longest, first) },
    { ...filter, topics: topics.with(longest, second) },
  ]
}

function halve<Value>(values: readonly Value[]): [Value[], Value[]] {
  const middle = Math.ceil(values.length / 2)
  return [values.slice(0, middle), values.slice(middle)]
}

function matchesFilter(log: Log, { addresses, topics }: LogFilter): boolean {
  if (!addresses.includes(log.address)) return false
  return topics.every((choices, index) => {
    const topic = log.topics[index]
    return choices === null || (topic !== undefined && choices.includes(topic))
  })
}

/** Nodes returned blocks of different branches. Retry. */
export class ChainDisagrees extends Error {}
