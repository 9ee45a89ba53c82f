import { describe, expect, test } from 'vitest'
import { buildBlock, type ModelBlock } from '../../../../test/history/chain.js'
import { knownAddress } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { ChainDisagrees, createLogReader } from './read-logs.js'
import { readRange } from './read-range.js'

const token = knownAddress(`0x${'70'.repeat(20)}`)
const deposit = knownAddress(`0x${'de'.repeat(20)}`)
const hash = buildBlock(null, { transactions: [], name: 'payment' }, none()).hash
const payment = {
  hash,
  from: knownAddress(`0x${'b0'.repeat(20)}`),
  to: token,
  value: 0n,
  actions: [{ kind: 'transfer', token, to: deposit, units: 5n }],
} as const

function none() {
  return { depositAt: () => deposit, recipientsOf: () => [] }
}

const block = (parent: ModelBlock | null, name: string, isPaid = false) =>
  buildBlock(parent, { transactions: isPaid ? [payment] : [], name }, none())

/** A node with these blocks that returns each log `times` times. */
function aNode(blocks: readonly ModelBlock[], times = 1) {
  const logs = blocks.flatMap((block) => Array.from({ length: times }, () => block.logs).flat())
  const chain: Pick<Chain, 'findBlock' | 'listLogs' | 'listBlockLogs'> = {
    findBlock: async (number) => blocks.find((block) => block.number === number) ?? null,
    listLogs: async ({ topics }) =>
      logs.filter((log) => topics[0]?.includes(log.topics[0] ?? '0x')),
    listBlockLogs: async (number) => logs.filter((log) => log.blockNumber === number),
  }
  return chain as Chain
}

const read = (chain: Chain) =>
  readRange(chain, { ...range, reader: createLogReader(chain, { width: 520n }) })

const zero = block(null, 'zero')
const start = block(zero, 'one')
const two = block(start, 'two', true)
const range = {
  after: start,
  remembered: [start, zero],
  to: 2n,
  overlap: 20n,
  addresses: [deposit],
  tokens: [token],
  splits: [],
}

describe('readRange', () => {
  test('default: reads the events after a block', async () => {
    const facts = await read(aNode([zero, start, two]))
    expect(facts.blocks).toEqual([two])
    expect(facts.transfers).toMatchObject([{ to: deposit, units: 5n, blockHash: two.hash }])
  })

  test('behavior: removes duplicate logs', async () => {
    const facts = await read(aNode([zero, start, two], 2))
    expect(facts.transfers).toHaveLength(1)
  })

  test('error: rejects a log of a different block in the overlap', async () => {
    const other = block(zero, 'other', true)
    const next = block(start, 'next')
    await expect(read(aNode([zero, other, next]))).rejects.toThrow(ChainDisagrees)
  })
})
