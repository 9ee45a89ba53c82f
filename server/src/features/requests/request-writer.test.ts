import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createMetrics } from '../../platform/metrics.js'
import { createRequestWriter } from './request-writer.js'

type WrittenRequests = { merchants: string[]; correlationIds: string[] }

/** Reads an array of texts without commas. */
const readArray = (literal: unknown) =>
  String(literal)
    .slice(1, -1)
    .split(',')
    .map((text) => text.replaceAll('"', ''))

/** Creates a writer whose database stores nothing, and fails while `isAway`. */
function aWriter() {
  const metrics = createMetrics()
  const writes: WrittenRequests[] = []
  const state = { isAway: false }
  const query = async (_sql: string, params: readonly unknown[] = []) => {
    if (state.isAway) throw new StoreUnavailable({ mayHaveCommitted: false })
    writes.push({ merchants: readArray(params[0]), correlationIds: readArray(params[7]) })
    return { rows: [], rowCount: 0 }
  }
  const db = { query } as unknown as Context['db']
  const writer = createRequestWriter({ db, metrics, log: silentLog })
  const add = (count: number, { correlationId = 'req_1', status = 200 } = {}) => {
    let added = 0
    for (let index = 0; index < count; index += 1) {
      const slot = writer.claim(status)
      if (!slot) continue
      Object.assign(slot, { merchant: `0x${index}` as Address, correlationId })
      added += 1
    }
    return added
  }
  const dropped = async () => (await metrics.requestLogDropped.get()).values[0]?.value ?? 0
  return { writer, written: writes, state, add, dropped }
}

describe('createRequestWriter', () => {
  test('default: writes all calls in batches, in order, when it closes', async () => {
    const { writer, written: writes, add, dropped } = aWriter()
    expect(add(2_500)).toBe(2_500)
    await writer.close()
    expect(writes.map(({ merchants }) => merchants.length)).toEqual([1_000, 1_000, 500])
    expect(writes.flatMap(({ merchants }) => merchants)).toEqual(
      Array.from({ length: 2_500 }, (_, index) => `0x${index}`),
    )
    expect(await dropped()).toBe(0)
  })

  test('behavior: writes soon after a call', { tags: 'slow' }, async () => {
    const { writer, written: writes, add } = aWriter()
    add(3)
    await expect.poll(() => writes.length, { timeout: 10_000 }).toBe(1)
    add(1)
    await writer.close()
    expect(writes.map(({ merchants }) => merchants.length)).toEqual([3, 1])
  })

  test('behavior: drops and counts what finds no room', async () => {
    const { writer, add, dropped, written: writes } = aWriter()
    expect(add(9_000)).toBe(8_192)
    expect(await dropped()).toBe(808)
    await writer.close()
    expect(writes.flatMap(({ merchants }) => merchants)).toHaveLength(8_192)
    expect(add(8_192)).toBe(8_192)
    await writer.close()
  })

  test('behavior: drops and counts what the database does not take, and continues', async () => {
    const { writer, add, dropped, written: writes, state } = aWriter()
    state.isAway = true
    add(10)
    await writer.close()
    expect([await dropped(), writes]).toEqual([10, []])
    state.isAway = false
    add(1)
    await writer.close()
    expect(writes).toHaveLength(1)
  })

  test('behavior: writes few of the calls that a rate limit rejects', async () => {
    const { writer, add, dropped, written: writes } = aWriter()
    expect(add(500, { status: 429 })).toBe(100)
    expect(add(1)).toBe(1)
    await writer.close()
    expect(add(1, { status: 429 })).toBe(1)
    await writer.close()
    expect(writes.map(({ merchants }) => merchants.length)).toEqual([101, 1])
    expect(await dropped()).toBe(400)
  })

  test('behavior: hides a key that was sent as correlation id', async () => {
    const { writer, add, written: writes } = aWriter()
    add(1, { correlationId: `tly_test_${'a'.repeat(49)}` })
    await writer.close()
    expect(writes[0]?.correlationIds).toEqual(['tly_test_[hidden]'])
  })
})
