import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/outgoing-bench.js'
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

  test('behavior: with the most gas it may use, where there is such', async () => {
    expect(await planTransaction(bench.ctx, anIntent())).toMatchObject({ mostGas: null })
    const limited = await planTransaction(bench.ctx, anIntent({ mostGas: 720_000n }))
    expect(limited).toMatchObject({ mostGas: 720_000n })
  })

  test('behavior: the same key twice is one intent, the first', async () => {
    const intent = anIntent()
    const first = await planTransaction(bench.ctx, intent)
    expect(await planTransaction(bench.ctx, { ...intent, value: 1n })).toEqual(first)
  })

  test('behavior: the same key on another chain is another intent', async () => {
    const intent = anIntent()
    const first = await planTransaction(bench.ctx, intent)
    const second = await planTransaction(bench.ctx, { ...intent, chainId: 8453 })
    expect(second.id).not.toBe(first.id)
  })

  test('behavior: at the same time by several, in their own transactions, it is one', async () => {
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

  test('behavior: it is gone with the transaction that made it necessary', async () => {
    const intent = anIntent()
    const broken = bench.ctx.db.transaction(async (tx) => {
      await planTransaction({ ...bench.ctx, db: tx }, intent)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await findOutgoing(bench.ctx.db, intent)).toBeNull()
  })

  test('behavior: what one transaction plans keeps its order', async () => {
    const rows = await bench.ctx.db.transaction(async (tx) => {
      const planned = []
      for (let one = 0; one < 20; one += 1) {
        planned.push(await planTransaction({ ...bench.ctx, db: tx }, anIntent()))
      }
      return planned
    })
    const order = rows.map(({ plannedUs }) => plannedUs)
    expect(order).toEqual([...new Set(order)].toSorted((a, b) => Number(a - b)))
  })
})
