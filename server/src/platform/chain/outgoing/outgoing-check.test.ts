import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { outgoingCheck } from './outgoing-check.js'
import { markFailed } from './stores/progress-store.js'
import { acquireSignerLease, saveSignerState } from './stores/signer-lease-store.js'
import { recordSignFailure } from './stores/unresolved-nonce-store.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())
beforeEach(() => bench.ctx.db.query('truncate outgoing_attempts, outgoing_transactions') as never)

const set = (sql: string, id: string) =>
  bench.ctx.db.query(`update outgoing_transactions set ${sql} where id = $1`, [id])

describe('outgoingCheck', () => {
  test('default', async () => {
    expect(await outgoingCheck(bench.ctx)).toEqual({
      ok: true,
      planned: 0,
      signed: 0,
      sent: 0,
      mined: 0,
      reverted: 0,
      failed: 0,
      stuck: 0,
      oldestUnminedMs: 0,
      gasUsedToday: 0,
      gasBudget: 20_000_000_000,
    })
  })

  test('behavior: is ok with new and failed transactions', async () => {
    const [row] = [await bench.plan(), await bench.plan()]
    await markFailed(bench.ctx.db, { id: row.id, error: 'no', keepsNonce: false })
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: true, planned: 1, failed: 1 })
  })

  test('error: fails when a transaction is stuck', async () => {
    const { id } = await bench.plan()
    await set(`state = 'sent', signer = 'a', nonce = 0, stuck_since = 1`, id)
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: false, stuck: 1, sent: 1 })
  })

  test('error: fails when the signer is unfunded for over a minute', async () => {
    const { id } = await bench.plan()
    await recordSignFailure(bench.ctx.db, { id, error: 'no money' })
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: true })
    await set('error_since = error_since - 60000', id)
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: false, blocked: ['no money'] })

    await recordSignFailure(bench.ctx.db, { id, error: null })
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: true })
  })

  test('error: fails when nothing is sent', async () => {
    const { id } = await bench.plan()
    await set('planned_us = planned_us - 600000000', id)
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: false, planned: 1 })
  })

  test('behavior: ignores other chains', async () => {
    const { id } = await bench.plan({ chainId: 8453 })
    await set('planned_us = planned_us - 600000000', id)
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: true, planned: 0 })
  })
})

describe('outgoingCheck, for the metrics', () => {
  test('default', async () => {
    const { ctx, signer } = bench
    const row = await bench.plan()
    await bench.plan()
    await set('planned_us = planned_us - 5000000', row.id)
    const { id } = await bench.plan()
    await set(
      `state = 'final', signer = 'a', nonce = 0, gas_used = 21000, hash = id, block_hash = id, block_number = 1, settled_at = 0`,
      id,
    )
    await acquireSignerLease(ctx.db, { chainId: 84_532, signer, owner: 'a', leaseMs: 0 })
    await saveSignerState(ctx.db, { chainId: 84_532, signer, balance: 15n * 10n ** 17n, gap: null })
    await outgoingCheck(ctx)

    const text = await ctx.metrics.registry.metrics()
    expect(text).toContain('tallystick_outgoing_transactions{state="planned"} 2')
    expect(text).toContain('tallystick_outgoing_transactions{state="sent"} 0')
    expect(text).toMatch(/tallystick_outgoing_oldest_unmined_seconds [5-9]\./)
    expect(text).toContain('tallystick_signer_balance_ether 1.5')
    expect(text).toContain('tallystick_relayer_gas_used 21000')
    expect(text).toContain('tallystick_relayer_gas_budget 20000000000')
  })
})
