import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { createWatcher } from '../settlement/round.js'
import { relay } from './relay.js'

const HOUR_MS = 3_600_000

let paying: Paying
let live: Context
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  live = { ...ctx, config: { ...ctx.config, mode: 'live', settleMinUsd: 5, settleWithinHours: 24 } }
}, 60_000)
afterAll(() => paying.close())
beforeEach(async () => {
  seller = await aSeller(paying.app, {})
})

/** Indexes and settles without relaying, which the tests do themselves. */
async function read(): Promise<void> {
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey: undefined }
  await createWatcher({ ...ctx, config }, ctx.chain as Chain).runRound(new AbortController().signal)
}

let counter = 0
async function deposit(usd: number) {
  counter += 1
  const id = `r-${counter}`
  await seller.post('/api/receipts', {
    id,
    totalUsd: usd,
    lineItems: [{ label: 'A', priceUsd: usd }],
  })
  return { id, to: await paying.depositOf(seller.wallet, id) }
}

async function payUsdc(usd: number, units: bigint): Promise<void> {
  const { to } = await deposit(usd)
  await paying.pay('USDC', { from: paying.buyer, to, units })
  await read()
}

describe('relay', () => {
  test('default: moves deposits that reach the minimum together in one transaction', async () => {
    await payUsdc(3, 3_000_000n)
    expect(await relay(live)).toEqual({ flushes: 0, distributions: 0 })
    await payUsdc(3, 3_000_000n)
    expect(await relay(live)).toEqual({ flushes: 1, distributions: 0 })
    expect(await relay(live)).toEqual({ flushes: 0, distributions: 0 })
  })

  test('behavior: moves smaller amounts after the waiting time', async () => {
    await payUsdc(3, 3_000_000n)
    paying.app.ctx.clock.advance(23 * HOUR_MS)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    paying.app.ctx.clock.advance(2 * HOUR_MS)
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: never moves dust on its own', async () => {
    const { to } = await deposit(3)
    await paying.pay('USDC', { from: paying.buyer, to, units: 9_999n })
    await read()
    paying.app.ctx.clock.advance(48 * HOUR_MS)
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await paying.pay('USDC', { from: paying.buyer, to, units: 1n })
    await read()
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: moves native tokens from a twentieth of the quote', async () => {
    const { id, to } = await deposit(3)
    const { payment } = (
      await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
    ).json()
    const option = payment.options.find((option: { symbol: string }) => option.symbol === 'ETH')
    const twentieth = BigInt(option.amountUnits) / 20n
    await paying.pay('ETH', { from: paying.buyer, to, units: twentieth - 1n })
    await read()
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await paying.pay('ETH', { from: paying.buyer, to, units: 1n })
    await read()
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: never moves native tokens worth less than a cent', async () => {
    const { id, to } = await deposit(0.1)
    const { payment } = (
      await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
    ).json()
    const option = payment.options.find((option: { symbol: string }) => option.symbol === 'ETH')
    const cent = BigInt(option.amountUnits) / 10n
    await paying.pay('ETH', { from: paying.buyer, to, units: (cent * 9n) / 10n })
    await read()
    expect(await relay(live)).toMatchObject({ flushes: 0 })
    await paying.pay('ETH', { from: paying.buyer, to, units: cent / 10n + 2n })
    await read()
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })

  test('behavior: plans nothing without a relayer', async () => {
    await payUsdc(30, 30_000_000n)
    const config = { ...live.config, relayerPrivateKey: undefined }
    expect(await relay({ ...live, config })).toEqual({ flushes: 0, distributions: 0 })
    expect(await relay(live)).toMatchObject({ flushes: 1 })
  })
})
