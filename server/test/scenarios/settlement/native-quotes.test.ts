// @module-tag slow
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { setChainTime } from '../../../src/features/sandbox/advance-clock.js'
import { createWatcher, type Watcher } from '../../../src/features/settlement/round.js'
import { type Address, knownAddress } from '../../../src/lib/hex.js'
import { ppm } from '../../../src/lib/money.js'
import { DAY_MS, MINUTE_MS, unixMs } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { paymentGateway } from '../../../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../../src/platform/chain/generated/payment-gateway.js'
import { nativeToken } from '../../../src/platform/chain/tokens.js'
import type { Context } from '../../../src/platform/context.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
const signal = new AbortController().signal
let paying: Paying
let seller: Seller
let live: Context
let watcher: Watcher
/** Runs once before the next request for balances. */
let beforeBalances: (() => Promise<unknown>) | null = null
beforeAll(async () => {
  paying = await startPaying()
  const { ctx } = paying.app
  seller = await aSeller(paying.app)
  const acceptedTokens = ['USDC', 'ETH']
  await seller.act('/api/shop/config', { config: { payments: { acceptedTokens } } })
  // As in live mode: less than a twentieth of the quoted native token stays at the deposit address.
  live = {
    ...ctx,
    sandbox: null,
    config: { ...ctx.config, mode: 'live', rateProviders: ['fixed'] },
  }
  const node = ctx.chain as Chain
  watcher = createWatcher(live, {
    ...node,
    async getBalances(addresses) {
      const work = beforeBalances
      beforeBalances = null
      await work?.()
      return node.getBalances(addresses)
    },
  })
}, 60_000)
afterAll(() => paying.close())

async function watch(rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await watcher.runRound(signal)
}

/** Opens the payment page. Returns the quoted native token. */
async function quoteOf(id: string): Promise<bigint> {
  const { payment } = (
    await paying.app.inject(`/api/portal/${id}?recipient=${seller.wallet}`)
  ).json()
  return BigInt(
    payment.options.find(({ symbol }: { symbol: string }) => symbol === 'ETH').amountUnits,
  )
}

async function aQuoted(id: string): Promise<{ id: string; units: bigint; to: Address }> {
  const lineItems = [{ label: 'A', priceUsd: 100 }]
  await seller.post('/api/receipts', { id, totalUsd: 100, lineItems })
  const units = await quoteOf(id)
  await watch()
  return { id, units, to: await paying.depositOf(seller.wallet, id) }
}

async function statusOf(id: string): Promise<string> {
  return (await getReceipt(live, { merchant: seller.wallet, id })).status
}

/** Lets time pass, in which the price of the native token changes. */
async function passTime(byMs: number, change: (usdPerUnit: bigint) => bigint): Promise<void> {
  const { ctx } = paying.app
  const fixedRates = {
    ...ctx.config.fixedRates,
    ETH: ppm(change(ctx.config.fixedRates['ETH'] ?? 0n)),
  }
  Object.assign(live.config, { fixedRates })
  Object.assign(ctx.config, { fixedRates })
  ctx.clock.advance(byMs)
  await setChainTime(paying.chain.url, unixMs(ctx.now()))
  await paying.mine(1)
}

/**
 * Sends native tokens and flushes them in the same block, as often as there are slices. One call of
 * a contract can do the same.
 */
async function sendAndFlush(id: string, ...slices: bigint[]): Promise<void> {
  const { payoutAddress } = await getReceipt(live, { merchant: seller.wallet, id })
  const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
  const data = encodeFunctionData({
    abi: paymentGatewayAbi,
    functionName: 'flush',
    args: [receiptKey, payoutAddress, nativeToken],
  })
  const { chain, buyer: from } = paying
  const gas = '0x7a120'
  const to = await paying.depositOf(seller.wallet, id)
  await chain.call('evm_setAutomine', false)
  for (const units of slices) {
    const value = `0x${units.toString(16)}`
    await chain.call('eth_sendTransaction', { from, to, value, gas })
    await chain.call('eth_sendTransaction', { from, to: paymentGateway.address, data, gas })
  }
  await paying.mine(1)
  await chain.call('evm_setAutomine', true)
}

/** Returns the value of all payments, in whole dollars. */
async function paidUsd(receiptId: string): Promise<number> {
  const { rows } = await live.db.query<{ usd_micros: string }>(
    'select sum(usd_micros) as usd_micros from payments where receipt_id = $1',
    [receiptId],
  )
  return Math.round(Number(rows[0]?.usd_micros) / 1_000_000)
}

describe('native tokens', () => {
  test('behavior: a wei does not keep an expired quote in force for native tokens that are sent later', async () => {
    const { id, units, to } = await aQuoted('wei-1')
    await paying.send(paying.buyer, to, '0x', 1n)
    await watch(2)
    await passTime(2 * DAY_MS, (price) => price / 2n)
    await sendAndFlush(id, units - 1n)
    await watch(3)
    expect(await paidUsd(id)).toBe(50)
    expect(await statusOf(id)).toBe('pending')
  })

  test('behavior: a twentieth does not keep an expired quote in force for slices that are sent later', async () => {
    const { id, units, to } = await aQuoted('slices-1')
    const slice = (units * 4n) / 100n
    await paying.send(paying.buyer, to, '0x', slice)
    await watch(2)
    await passTime(2 * DAY_MS, (price) => price / 2n)
    await sendAndFlush(id, 0n, ...Array.from({ length: 24 }, () => slice))
    await watch(3)
    expect(await paidUsd(id)).toBe(4 + 24 * 2)
    expect(await statusOf(id)).toBe('pending')
  })

  test('behavior: native tokens that wait for their flush do not keep an expired quote in force for more', async () => {
    const { id, units, to } = await aQuoted('growth-1')
    await paying.send(paying.buyer, to, '0x', (units * 60n) / 100n)
    await watch(2)
    await passTime(DAY_MS / 2, (price) => price / 2n)
    await paying.send(paying.buyer, to, '0x', (units * 40n) / 100n)
    await watch(2)
    for (let round = 0; round < 4; round += 1) {
      await paying.sender.runRound()
      await paying.mine(1)
      await watch()
    }
    expect(await paidUsd(id)).toBe(60 + 20)
    expect(await statusOf(id)).toBe('pending')
  })

  test('behavior: a wei sent before the native token became pricier does not devalue a payment', async () => {
    const { id, to } = await aQuoted('wei-2')
    await paying.send(thirdParty, to, '0x', 1n)
    await watch(2)
    await passTime(2 * DAY_MS, (price) => price * 2n)
    await sendAndFlush(id, await quoteOf(id))
    await watch(3)
    expect(await statusOf(id)).toBe('paid')
  })

  test('behavior: keeps the quote although the flush is mined between blocks and balances', async () => {
    const { units, id, to } = await aQuoted('race-1')
    await paying.send(paying.buyer, to, '0x', units)
    await watch()
    await passTime(16 * MINUTE_MS, (price) => (price * 99n) / 100n)
    beforeBalances = () => paying.sender.runRound()
    for (let block = 0; block < 4; block += 1) {
      await watch()
      await paying.mine(1)
    }
    expect(await statusOf(id)).toBe('paid')
  })
})
