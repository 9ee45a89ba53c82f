import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/outgoing-bench.js'
import { findOutgoing } from './find-outgoing.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())

describe('findOutgoing', () => {
  test('default', async () => {
    const row = await bench.plan()
    const { id, key, chainId } = row
    expect(await findOutgoing(bench.ctx.db, { id })).toEqual(row)
    expect(await findOutgoing(bench.ctx.db, { key, chainId })).toEqual(row)
  })

  test('behavior: returns null for another id, key or chain', async () => {
    const { key, chainId } = await bench.plan()
    expect(await findOutgoing(bench.ctx.db, { id: 'txn_0' })).toBeNull()
    expect(await findOutgoing(bench.ctx.db, { key: `${key}0`, chainId })).toBeNull()
    expect(await findOutgoing(bench.ctx.db, { key, chainId: chainId + 1 })).toBeNull()
  })
})
