import { describe, expect, test } from 'vitest'
import { buildBlock } from '../../../../test/history/chain.js'
import { knownAddress } from '../../../lib/hex.js'
import type { Log, LogFilter } from '../../../platform/chain/chain.js'
import { topicOfAddress, topics } from '../../../platform/chain/logs/decode-logs.js'
import { createLogReader } from './read-logs.js'

const token = knownAddress(`0x${'70'.repeat(20)}`)
const deposits = Array.from({ length: 5 }, (_, index) =>
  knownAddress(`0x${'de'.repeat(19)}0${index}`),
)
const filter: LogFilter = {
  fromBlock: 1n,
  toBlock: 30n,
  addresses: [token],
  topics: [[topics.transfer], null, deposits.map(topicOfAddress)],
}

function logsOf(count: number, { block, to }: { block: bigint; to: number }): Log[] {
  const { hash } = buildBlock(
    null,
    { transactions: [], name: `block ${block}` },
    {
      depositAt: () => token,
      recipientsOf: () => [],
    },
  )
  return Array.from({ length: count }, (_, logIndex) => ({
    address: token,
    topics: [topics.transfer, topicOfAddress(token), topicOfAddress(deposits[to] ?? token)],
    data: '0x01',
    blockNumber: block,
    blockHash: hash,
    transactionHash: hash,
    logIndex: to * 1_000 + logIndex,
  }))
}

/** A node that returns up to ten logs, with its requests. */
function aNode(logs: readonly Log[]) {
  const node = { requests: [] as LogFilter[], receipts: [] as bigint[], isAway: false }
  const chain = {
    async findBlock() {
      if (node.isAway) throw new Error('it is away')
      return null
    },
    async listLogs(wantedLogFilter: LogFilter) {
      node.requests.push(wantedLogFilter)
      if (node.isAway) throw new Error('it does not respond')
      const foundLogs = logs.filter(
        ({ blockNumber, topics: [, , to] }) =>
          blockNumber >= wantedLogFilter.fromBlock &&
          blockNumber <= wantedLogFilter.toBlock &&
          wantedLogFilter.topics[2]?.includes(to ?? '0x'),
      )
      if (foundLogs.length > 10) throw new Error('there are too many logs')
      return foundLogs
    },
    async listBlockLogs(block: bigint) {
      node.receipts.push(block)
      return logs.filter(({ blockNumber }) => blockNumber === block)
    },
  }
  return { chain, node }
}

describe('createLogReader', () => {
  test('default: takes one request', async () => {
    const { chain, node } = aNode(logsOf(3, { block: 7n, to: 1 }))
    const reader = createLogReader(chain, { width: 520n })
    expect(await reader.read([filter])).toHaveLength(3)
    expect(node.requests).toEqual([filter])
    expect(reader.report()).toEqual({ filters: 1, divided: 0, tooWide: null })
  })

  test('behavior: requests no more blocks than the width', async () => {
    const { chain, node } = aNode(logsOf(3, { block: 7n, to: 1 }))
    await createLogReader(chain, { width: 13n }).read([filter])
    const spans = node.requests.map(({ fromBlock, toBlock }) => [fromBlock, toBlock])
    expect(spans).toEqual([
      [1n, 13n],
      [14n, 26n],
      [27n, 30n],
    ])
  })

  test('behavior: divides a rejected request by blocks, then by topics', async () => {
    const logs = [0, 1, 2, 3].flatMap((to) => logsOf(8, { block: 7n, to }))
    const { chain, node } = aNode([...logs, ...logsOf(8, { block: 8n, to: 4 })])
    const reader = createLogReader(chain, { width: 520n })
    expect(await reader.read([filter])).toHaveLength(40)
    expect(node.receipts).toEqual([])
    expect(reader.report()).toMatchObject({ filters: 1, divided: 1, tooWide: 2n })
  })

  test('behavior: reads the receipts of a block once when one address has too many logs', async () => {
    const logs = [...logsOf(300, { block: 7n, to: 1 }), ...logsOf(200, { block: 7n, to: 2 })]
    const { chain, node } = aNode([...logs, ...logsOf(5, { block: 7n, to: 3 })])
    const foundLogs = await createLogReader(chain, { width: 520n }).read([filter])
    expect(foundLogs).toHaveLength(505)
    expect(new Set(foundLogs).size).toBe(505)
    expect(node.receipts).toEqual([7n])
  })

  test('error: an outage divides nothing', async () => {
    const { chain, node } = aNode([])
    node.isAway = true
    const reader = createLogReader(chain, { width: 520n })
    await expect(reader.read([filter])).rejects.toThrow('it is away')
    expect(node.requests).toHaveLength(1)
    expect(reader.report()).toMatchObject({ divided: 0, tooWide: null })
  })
})
