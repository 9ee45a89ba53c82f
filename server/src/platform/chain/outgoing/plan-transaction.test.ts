import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { findOutgoing } from './find-outgoing.js'
import type { Intent } from './outgoing.js'
import { planTransaction } from './plan-transaction.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())

const anIntent = (fields: Partial<Intent> = {}): Intent => ({
  chainId: 84_532,
  key: `split.create:${aWallet()}`,
  purpose: 'split.create',
  merchant: aWallet(),
  to: aWallet(),
  data: '0xabcd',
  value: 2n ** 255n,
  gas: 400_000n,
  ...fields,
})

describe('planTransaction', () => {
  test('default', async () => {
    const intent = anIntent()
    const row = await planTransaction(bench.ctx, intent)
    expect(row).toMatchObject({
      ...intent,
      state: 'planned',
      createdAt: bench.ctx.now(),
      nonce: null,
      signer: null,
      generation: 0,
    })
    expect(row.id).toMatch(/^txn_[0-9a-z]{26}$/)
    expect(await findOutgoing(bench.ctx.db, { id: row.id })).toEqual(row)
  })

  test('behavior: stores the gas limit', async () => {
    const limited = await planTransaction(bench.ctx, anIntent({ gas: 720_000n }))
    expect(limited).toMatchObject({ gas: 720_000n })
  })

  test('behavior: returns the first intent for a repeated key', async () => {
    const intent = anIntent()
    const first = await planTransaction(bench.ctx, intent)
    expect(await planTransaction(bench.ctx, { ...intent, value: 1n })).toEqual(first)
  })

  test('behavior: scopes keys by chain', async () => {
    const intent = anIntent()
    const first = await planTransaction(bench.ctx, intent)
    const second = await planTransaction(bench.ctx, { ...intent, chainId: 8453 })
    expect(second.id).not.toBe(first.id)
  })

  test('behavior: stores one intent for concurrent transactions', async () => {
    const intent = anIntent()
    const ids = await Promise.all(
      Array.from({ length: 6 }, () =>
        bench.ctx.db.transaction(async (tx) => {
          const { id } = await planTransaction({ ...bench.ctx, db: tx }, intent)
          return id
        }),
      ),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('behavior: is rolled back with its database transaction', async () => {
    const intent = anIntent()
    const broken = bench.ctx.db.transaction(async (tx) => {
      await planTransaction({ ...bench.ctx, db: tx }, intent)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await findOutgoing(bench.ctx.db, intent)).toBeNull()
  })

  test('behavior: keeps the order within one transaction', async () => {
    const rows = await bench.ctx.db.transaction(async (tx) => {
      const planned = []
      for (let n = 0; n < 20; n += 1) {
        planned.push(await planTransaction({ ...bench.ctx, db: tx }, anIntent()))
      }
      return planned
    })
    const order = rows.map(({ plannedUs }) => plannedUs)
    expect(order).toEqual([...new Set(order)].toSorted((a, b) => Number(a - b)))
  })
})
