// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { relay } from '../../../src/features/payouts/relay.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import type { Address } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import type { Context } from '../../../src/platform/context.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const MINUTE_MS = 60_000
const withoutNativeToken = { payments: { acceptedTokens: ['USDC'], defaultPaymentToken: 'USDC' } }

let paying: Paying
let live: Context
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  live = {
    ...ctx,
    config: { ...ctx.config, mode: 'live', rateProviders: ['fixed'], settleMinUsd: 0 },
  }
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  const { db } = paying.app.ctx
  await db.query('truncate payout_backoffs')
  await paying.settle(20)
  await db.query('truncate outgoing_attempts, outgoing_transactions')
})

/** Indexes and settles without relaying, which the tests do themselves. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

let counter = 0
/**
 * Creates a receipt, opens its payment page, and forgets the quote. Returns the deposit address.
 */
async function unquoted(seller: Seller): Promise<Address> {
  counter += 1
  const id = `b-${counter}`
  await seller.post('/api/receipts', { id, totalUsd: 3, lineItems: [{ label: 'A', priceUsd: 3 }] })
  await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
  await paying.app.ctx.db.query('delete from quotes where receipt_id = $1', [id])
  return paying.depositOf(seller.wallet, id)
}

async function payNative(to: Address, units: bigint): Promise<void> {
  await paying.pay('ETH', { from: paying.buyer, to, units })
  await read()
}

async function payCent(seller: Seller): Promise<void> {
  const to = await unquoted(seller)
  await paying.pay('USDC', { from: paying.buyer, to, units: 10_000n })
}

/** Returns the amount of native tokens worth this many cents. */
function nativeUnitsOf(cents: bigint): bigint {
  const rate = live.config.fixedRates['ETH']
  if (!rate) throw new Error('the test has no rate')
  return (cents * 10_000n * 10n ** 18n) / rate + 1n
}

type SentTransaction = { purpose: string; state: string; gas: string; gas_used: string | null }

async function sentFor({ wallet }: Seller): Promise<SentTransaction[]> {
  const { rows } = await live.db.query<SentTransaction>(
    `select purpose, state, gas, gas_used from outgoing_transactions
     where merchant = $1 order by planned_us`,
    [wallet],
  )
  return rows
}

describe('native tokens without a quote', () => {
  test('default: moves from a cent at the current rate', async () => {
    const to = await unquoted(await aSeller(paying.app))
    await payNative(to, 1n)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await payNative(to, nativeUnitsOf(1n) - 2n)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await payNative(to, 1n)
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: moves from a dollar if the shop does not accept it', async () => {
    const to = await unquoted(await aSeller(paying.app, { config: withoutNativeToken }))
    await payNative(to, 1n)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await payNative(to, nativeUnitsOf(100n) - 2n)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await payNative(to, 1n)
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: waits for a rate', async () => {
    const to = await unquoted(await aSeller(paying.app))
    await payNative(to, nativeUnitsOf(500n))
    const withoutRates = { ...live, config: { ...live.config, fixedRates: {} } }
    expect(await relay(withoutRates)).toMatchObject({ flushes: 0 })
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: moves at once in a sandbox', async () => {
    const to = await unquoted(await aSeller(paying.app, { config: withoutNativeToken }))
    await payNative(to, 1n)
    expect(await relay(paying.app.ctx)).toMatchObject({ flushes: 1 })
  })
})

describe('the gas budget of a merchant', { timeout: 60_000 }, () => {
  const part = 1_000_000n
  /** The merchant's part is a quarter of the daily gas. */
  const relayTight = () =>
    relay({ ...live, config: { ...live.config, relayerDailyGas: 4n * part } })

  const ways: [string, (seller: Seller) => Promise<void>][] = [
    ['deposit.flush', payCent],
    ['deposit.flush_coin', async (seller) => payNative(await unquoted(seller), nativeUnitsOf(1n))],
  ]
  test.each(ways)('default: bounds %s of one cent each, and others go on', async (name, pay) => {
    const dusty = await aSeller(paying.app, { deploy: false })
    for (let round = 0; round < 12; round += 1) {
      await pay(dusty)
      await read()
      await relayTight()
      for (let step = 0; step < 3; step += 1) await paying.sender.runRound()
    }
    const transactions = await sentFor(dusty)
    const flushes = transactions.filter(({ purpose }) => purpose === name)
    expect(flushes.length).toBeGreaterThan(1)
    expect(flushes.length).toBeLessThan(12)
    const used = transactions.reduce((sum, { gas_used }) => sum + BigInt(gas_used ?? 0), 0n)
    expect(used).toBeGreaterThan(part / 2n)
    expect(used).toBeLessThanOrEqual(part)

    const honest = await aSeller(paying.app, { deploy: false })
    await pay(honest)
    await read()
    expect(await relayTight()).toMatchObject({ flushes: 1 })
    expect(await sentFor(honest)).toMatchObject([{ purpose: name, state: 'planned' }])
  })

  test('behavior: flushes that waited for it go on later', async () => {
    const seller = await aSeller(paying.app, { deploy: false })
    for (let n = 0; n < 20; n += 1) await payCent(seller)
    await read()
    expect(await relayTight()).toMatchObject({ flushes: 1 })
    for (let index = 0; index < 3; index += 1) await payCent(seller)
    await read()
    expect(await relayTight()).toMatchObject({ flushes: 0 })
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    paying.app.ctx.clock.advance(MINUTE_MS)
    await paying.settle(20)
    const flushes = (await sentFor(seller)).filter(({ purpose }) => purpose === 'deposit.flush')
    expect(flushes.map(({ gas }) => Number(gas))).toEqual([9_800_000, 1_640_000])
  })
})
