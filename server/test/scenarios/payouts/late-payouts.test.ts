// @module-tag slow
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkPayouts } from '../../../src/features/notifications/check-states.js'
import { relay } from '../../../src/features/payouts/relay.js'
import { checkSettlement } from '../../../src/features/settlement/check-settlement.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import type { Address } from '../../../src/lib/hex.js'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import type { Context } from '../../../src/platform/context.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const abi = parseAbi(['function blacklist(address account)'])
const nothingLate = { payoutsOverdue: 0, payoutsRefused: 0, payoutsWithoutGas: 0 }

let paying: Paying
let seller: Seller
let live: Context
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  live = { ...ctx, config: { ...ctx.config, mode: 'live', settleMinUsd: 5, settleWithinHours: 24 } }
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.app.ctx.db.query(
    `truncate payments, direct_payments, deposits, split_totals, payout_backoffs,
       outgoing_attempts, outgoing_transactions`,
  )
  seller = await aSeller(paying.app)
})

let counter = 0
async function payUsdc(units = 2_000_000n): Promise<Address> {
  counter += 1
  const id = `late-${counter}`
  const lineItems = [{ label: 'A', priceUsd: 2 }]
  await seller.post('/api/receipts', { id, totalUsd: 2, lineItems })
  const to = await paying.depositOf(seller.wallet, id)
  await paying.pay('USDC', { from: paying.buyer, to, units })
  return to
}

/** Indexes and settles without relaying. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

/** Returns what staff are notified of after a while. */
async function notified(ms: number): Promise<object[]> {
  const { ctx } = paying.app
  const later = { ...ctx, now: () => (ctx.now() + ms) as never }
  await checkPayouts.run(later, new AbortController().signal)
  const { rows } = await ctx.db.query<object>(
    `select params, resolved_at from notifications
     where merchant = $1 and kind = 'payouts_overdue'`,
    [seller.wallet],
  )
  return rows
}

const wait = (ms: number) => paying.app.ctx.clock.advance(ms)

describe('checkSettlement', { timeout: 60_000 }, () => {
  test('default: fails when a sale waits too long at its deposit address', async () => {
    const { ctx } = paying.app
    const { now } = ctx
    await payUsdc()
    await read()
    const waited = (ms: number) => checkSettlement({ ...ctx, now: () => (now() + ms) as never })
    expect(await waited(10 * MINUTE_MS - 60_000)).toMatchObject({ ok: true, ...nothingLate })
    expect(await waited(11 * MINUTE_MS)).toMatchObject({ ok: false, payoutsOverdue: 1 })
    const params = { reason: 'overdue', count: 1, amountUsd: 2 }
    expect(await notified(11 * MINUTE_MS)).toEqual([{ params, resolved_at: null }])
    const inLive = (ms: number) => checkSettlement({ ...live, now: () => (now() + ms) as never })
    expect(await inLive(24 * HOUR_MS)).toMatchObject({ ok: true, ...nothingLate })
    expect(await inLive(26 * HOUR_MS)).toMatchObject({ ok: false, payoutsOverdue: 1 })
    await paying.settle(20)
    expect(await notified(11 * MINUTE_MS)).toMatchObject([{ resolved_at: expect.any(String) }])
    expect(await inLive(26 * HOUR_MS)).toMatchObject({ ok: true, ...nothingLate })
  })

  test('behavior: fails when money waits too long in a split', async () => {
    const { ctx } = paying.app
    await payUsdc()
    await paying.watch()
    await paying.sender.runRound()
    await paying.sender.runRound()
    await read()
    wait(11 * MINUTE_MS)
    expect(await checkSettlement(ctx)).toMatchObject({ ok: false, payoutsOverdue: 1 })
    await paying.settle(20)
    expect(await checkSettlement(ctx)).toMatchObject({ ok: true, ...nothingLate })
  })

  test('behavior: passes for dust, and without a relayer', async () => {
    const { ctx } = paying.app
    await payUsdc(9_999n)
    await read()
    wait(HOUR_MS)
    expect(await checkSettlement(ctx)).toMatchObject({ ok: true, ...nothingLate })
    await payUsdc()
    await read()
    wait(HOUR_MS)
    const config = { ...ctx.config, relayerPrivateKey: undefined }
    expect(await checkSettlement({ ...ctx, config })).toMatchObject({ ok: true, ...nothingLate })
    expect(await checkSettlement(ctx)).toMatchObject({ ok: false, payoutsOverdue: 1 })
  })

  test('behavior: passes for money that a token has frozen, and counts it', async () => {
    const { ctx } = paying.app
    const to = await payUsdc()
    const data = encodeFunctionData({ abi, functionName: 'blacklist', args: [to] })
    await paying.send(paying.buyer, paying.tokenOf('USDC'), data)
    await paying.settle()
    wait(11 * MINUTE_MS)
    await paying.settle()
    expect(await checkSettlement(ctx)).toMatchObject({ ok: true, payoutsRefused: 1 })
  })

  test('behavior: passes for money without a gas budget, and counts it', async () => {
    const { ctx } = paying.app
    await payUsdc()
    await read()
    // One transaction is always allowed, so there must have been another.
    await ctx.db.query(
      `insert into outgoing_transactions (id, chain_id, key, purpose, priority, merchant, recipient,
         data, value, gas, created_at)
       values ('txn_spent', $1, 'spent', 'deposit.flush', 1, '', '0x', '0x', 0, 1000000, 0)`,
      [ctx.config.chainId],
    )
    await relay({ ...ctx, config: { ...ctx.config, relayerDailyGas: 1n } })
    const now = () => (ctx.now() + 11 * MINUTE_MS) as never
    await ctx.db.query('update payout_backoffs set retry_after = retry_after + $1', [HOUR_MS])
    expect(await checkSettlement({ ...ctx, now })).toMatchObject({ ok: true, payoutsWithoutGas: 1 })
    await ctx.db.query(`delete from outgoing_transactions where id = 'txn_spent'`)
  })
})
