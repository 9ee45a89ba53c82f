import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext, testNow } from '../../../../test/harness.js'
import { unixMs } from '../../../lib/time.js'
import { endSession, failAttempt, newSession, startAttempt } from '../checkout/portal-session.js'
import { findSession, hasPayment, listAbandoned, listIdle, upsertSession } from './session-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const later = unixMs(testNow + 1)
const code = 'PORTAL_PAY_CARD_DECLINED'

describe('upsertSession', () => {
  test('default: finds what was saved, at every step', async () => {
    const first = newSession({ merchant: aWallet(), receiptId: 'r-1' }, testNow)
    expect(await findSession(ctx.db, first)).toBeNull()
    const started = startAttempt(first, later)
    const failed = failAttempt(started, { code, now: later })
    for (const session of [first, started, failed, endSession(failed)]) {
      await upsertSession(ctx.db, session)
      expect(await findSession(ctx.db, first)).toEqual(session)
    }
    expect(await findSession(ctx.db, first)).toMatchObject({
      openedAt: testNow,
      lastSeenAt: later,
      startedAt: null,
      attempt: null,
      attempts: 2,
    })
  })
})

describe('listAbandoned', () => {
  test('behavior: uses its index', async () => {
    const plan = await planOf(ctx.db, (db) => listAbandoned(db, { before: testNow, limit: 100 }))
    expect(plan).toContain('portal_sessions_attempt')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listIdle', () => {
  test('behavior: uses its indexes', async () => {
    const plan = await planOf(ctx.db, (db) => listIdle(db, { before: testNow, limit: 100 }))
    expect(plan).toContain('portal_sessions_idle')
    expect(plan).toContain('receipts_checkout')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('hasPayment', () => {
  test.each([
    ['open', true],
    ['paying', true],
    ['reverted', false],
    ['unrelated', false],
    ['lost', false],
  ])('behavior: with an announced transaction that is %s: %s', async (state, expected) => {
    const ref = { merchant: aWallet(), receiptId: 'r-1' }
    expect(await hasPayment(ctx.db, ref)).toBe(false)
    await ctx.db.query(
      `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state)
       values ($1, 'r-1', '0x', 0, $2)`,
      [ref.merchant, state],
    )
    expect(await hasPayment(ctx.db, ref)).toBe(expected)
    expect(await hasPayment(ctx.db, { ...ref, receiptId: 'r-2' })).toBe(false)
  })

  test('behavior: with an announced transaction whose payment was orphaned', async () => {
    const ref = { merchant: aWallet(), receiptId: 'r-1' }
    const txHash = aHash()
    await ctx.db.query(
      `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state)
       values ($1, 'r-1', $2, 0, 'paying')`,
      [ref.merchant, txHash],
    )
    await ctx.db.query(
      `insert into payments (
         chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
         block_number, block_hash, paid_at, state, created_at
       ) values (1, $2, 0, $1, 'r-1', 'deposit', '0x', 1, '0x', 1, '0x', 0, 'seen', 0)`,
      [ref.merchant, txHash],
    )
    expect(await hasPayment(ctx.db, ref)).toBe(true)
    await ctx.db.query(`update payments set state = 'orphaned' where merchant = $1`, [ref.merchant])
    expect(await hasPayment(ctx.db, ref)).toBe(false)
  })

  test.each([
    ['one that is not classified', null, null, true],
    ['a cent', 10_000, null, true],
    ['less than a cent', 9_999, null, false],
    ['one that does not count', 10_000_000, 'wrong_payout', false],
  ])('behavior: with a payment: %s', async (_, usdMicros, mismatch, expected) => {
    const ref = { merchant: aWallet(), receiptId: 'r-1' }
    await ctx.db.query(
      `insert into payments (
         chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
         block_number, block_hash, paid_at, state, created_at, usd_micros, mismatch
       ) values (1, $2, 0, $1, 'r-1', 'deposit', '0x', 1, '0x', 1, '0x', 0, 'seen', 0, $3, $4)`,
      [ref.merchant, aHash(), usdMicros, mismatch],
    )
    expect(await hasPayment(ctx.db, ref)).toBe(expected)
  })
})
