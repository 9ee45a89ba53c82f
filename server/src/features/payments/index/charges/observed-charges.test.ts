import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.js'
import { type Address, knownAddress } from '../../../../lib/hex.js'
import type { Block, Chain, LogFilter } from '../../../../platform/chain/chain.js'
import { topicOfAddress } from '../../../../platform/chain/logs/decode-logs.js'
import { insertSpender, lowerUnread } from './observed-charge-store.js'
import { recallDeferred } from './observed-charges.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const addressOf = (index: number) => knownAddress(`0x${index.toString(16).padStart(40, '0')}`)
const block = { number: 100n } as Block

async function defer(spender: Address, merchant: Address, blockNumber: bigint): Promise<void> {
  const { db, config } = app.ctx
  const { chainId } = config
  await insertSpender(db, { chainId, spender, merchant })
  await lowerUnread(db, { chainId, spender, blockNumber })
}

/** Recalls from a chain without charges. Returns the spenders whose charges were read. */
async function recallSpenders({
  failing = [],
  safe = block,
}: {
  failing?: Address[]
  safe?: Block
} = {}): Promise<unknown[]> {
  const read: unknown[] = []
  const chain = {
    findBlock: async () => safe,
    listLogs: async ({ topics }: LogFilter) => {
      const [topic] = topics[2] ?? []
      read.push(topic)
      if (failing.some((spender) => topic === topicOfAddress(spender)))
        throw new Error('the node failed')
      return []
    },
    listBlockLogs: async () => {
      throw new Error('the node failed')
    },
  } as unknown as Chain
  await recallDeferred(app.ctx, { chain, safe, remainingOf: () => 1 })
  return read
}

describe('recallDeferred', () => {
  test('default: spenders that wait for confirmations take no place of others', async () => {
    const merchant = addressOf(1)
    await defer(addressOf(11), merchant, 90n)
    await defer(addressOf(12), merchant, 91n)
    for (let index = 2; index < 8; index += 1) {
      await defer(addressOf(20 + index), addressOf(index), 101n)
    }
    expect(await recallSpenders()).toEqual([addressOf(11), addressOf(12)].map(topicOfAddress))
    expect(await recallSpenders()).toEqual([])
  })

  test('error: a spender that cannot be read does not stop the others, and is read again', async () => {
    const [first, second] = [addressOf(31), addressOf(32)]
    await defer(first, addressOf(41), 99n)
    await defer(second, addressOf(42), 99n)
    expect(await recallSpenders({ failing: [first] })).toContain(topicOfAddress(second))
    expect(await recallSpenders()).toEqual([topicOfAddress(first)])
  })
  test('error: spenders that can never be read leave a place for the others', async () => {
    const failing = [51, 52, 53, 54, 55].map(addressOf)
    for (const [index, spender] of failing.entries()) {
      await defer(spender, addressOf(61 + index), 80n)
    }
    await defer(addressOf(56), addressOf(66), 90n)
    await defer(addressOf(57), addressOf(67), 91n)
    const read: unknown[] = []
    for (let number = 92n; number < 98n; number += 1n) {
      read.push(...(await recallSpenders({ failing, safe: { number } as Block })))
    }
    expect(read).toEqual(expect.arrayContaining([addressOf(56), addressOf(57)].map(topicOfAddress)))
  })
})
