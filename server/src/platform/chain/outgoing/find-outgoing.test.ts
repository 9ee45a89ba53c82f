import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { type Hash, knownAddress } from '../../../lib/hex.js'
import { findOutgoing, listEndedOutgoing } from './find-outgoing.js'
import { cancelPlanned, markMined, markSettled } from './stores/progress-store.js'

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

describe('listEndedOutgoing', () => {
  const hash = `0x${'1'.repeat(64)}` as Hash
  const signer = knownAddress(`0x${'2'.repeat(40)}`)

  async function mine(nonce: number, { isSuccess }: { isSuccess: boolean }): Promise<string> {
    const { id, chainId } = await bench.plan()
    const block = { blockNumber: 1n, blockHash: hash, gasUsed: 1n, effectiveGasPrice: 1n }
    const receipt = { hash, isSuccess, ...block }
    expect(await markMined(bench.ctx.db, { id, chainId, signer, nonce, receipt })).toBe(true)
    return id
  }

  test('default', async () => {
    const { db } = bench.ctx
    const [plannedOutgoing, failed] = [await bench.plan(), await bench.plan()]
    await cancelPlanned(db, { id: failed.id, error: 'No longer needed' })
    const mined = await mine(0, { isSuccess: true })
    const reverted = await mine(1, { isSuccess: false })
    const final = [await mine(2, { isSuccess: true }), await mine(3, { isSuccess: false })]
    for (const id of final) await markSettled(db, id)

    const ids = [plannedOutgoing.id, failed.id, mined, reverted, ...final, 'txn_0']
    const ended = await listEndedOutgoing(db, ids)
    expect(new Set(ended.map(({ id }) => id))).toEqual(new Set([failed.id, ...final]))
    expect(await listEndedOutgoing(db, [])).toEqual([])
  })
})
