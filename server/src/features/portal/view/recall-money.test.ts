// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutageApp } from '../../../../test/fixtures/outage.js'
import { paymentsOn } from '../../../../test/paying.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import { baseUnits } from '../../../lib/money.js'
import { createBatches } from '../../../platform/batches.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { walletOf } from '../../../platform/chain/signing-keys.js'
import { findToken, type TokenSymbol } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { createMemory } from '../../../platform/memory.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { prepareChain } from '../../sandbox/prepare-chain.js'
import { listUnrecorded, recallMoney } from './recall-money.js'

const chainId = 84_532
const payer = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const hundred = { lineItems: [{ label: 'Chair', priceUsd: 100 }], totalUsd: 100 }

let chain: TestChain
let app: Awaited<ReturnType<typeof createOutageApp>>
let payments: ReturnType<typeof paymentsOn>
let buyers: Record<'unpaid' | 'partPaid' | 'inParts' | 'moved' | 'picky' | 'oldest', ChairBuyer>
let someReceipt: Receipt
// All receipts exist before the one outage of this file. A busy machine takes long for them.
beforeAll(async () => {
  chain = await startTestChain()
  app = await createOutageApp({ environment: chain.environment })
  payments = paymentsOn({ app, chain })
  const relayer = await walletOf(app.ctx.config.relayerPrivateKey ?? '0x')
  await prepareChain(chain.url, { chainId, relayers: [relayer] })

  const unpaid = await aChairBuyer()
  const { seller } = unpaid
  const partPaid = await aChairBuyer({ seller, id: 'r-2' })
  const movedBuyer = await aChairBuyer({ seller, id: 'r-3' })
  const inParts = await aChairBuyer({ seller, id: 'r-4' })
  const config = { payments: { acceptedTokens: ['USDC' as const] } }
  const picky = await aChairBuyer({ config })
  const oldest = await aChairBuyer()
  buyers = { unpaid, partPaid, inParts, moved: movedBuyer, picky, oldest }

  await partPaid.send('USDC', 60)
  for (const buyer of [partPaid, movedBuyer, oldest]) await buyer.pay({ units: 60_000_000n })
  for (const dollars of [25, 35]) {
    await inParts.send('USDC', dollars)
    await inParts.pay({ units: BigInt(dollars) * 1_000_000n })
  }
  await addNewer(oldest, 199)
  someReceipt = await getReceipt(app.ctx, { merchant: unpaid.merchant, id: 'r-1' })
  await app.snapshot.refresh()
  await app.begin()
}, 240_000)
afterAll(async () => {
  await app.end()
  await app.close()
  await chain.close()
})

type ChairBuyer = Awaited<ReturnType<typeof aChairBuyer>>

/** Returns the buyer of a receipt of 100 dollars, and a way to pay it on chain. */
async function aChairBuyer(options: Parameters<typeof aBuyer>[1] = {}) {
  const buyer = await aBuyer(app, { body: hundred, ...options })
  const to = await payments.depositOf(buyer.merchant, buyer.receiptId)
  const from = payments.addressOf(payer)
  const send = (symbol: TokenSymbol, dollars: number) =>
    payments.pay(symbol, { from, to, units: BigInt(dollars) * 1_000_000n })
  return { ...buyer, send }
}

/** Adds receipts that are newer than the one of a buyer. */
async function addNewer({ merchant }: ChairBuyer, many: number): Promise<void> {
  await app.ctx.db.query(
    `insert into receipts
     select (jsonb_populate_record(
       r, jsonb_build_object('id', 'n-' || n, 'created_at', created_at + n)
     )).*
     from receipts as r, generate_series(1, $2) as n where merchant = $1`,
    [merchant, many],
  )
}

describe('recallMoney', () => {
  test('default: money that arrives during an outage is not requested again', async () => {
    const { send, view } = buyers.unpaid
    await send('USDC', 100)
    const { payment } = await view()
    expect(payment).toMatchObject({ paidUsd: 100, dueUsd: 0, options: [], hasPayment: true })
  })

  test('behavior: money of before and of during the outage counts once', async () => {
    const { send, view } = buyers.partPaid
    await send('USDT', 15)
    const { payment } = await view()
    expect(payment).toMatchObject({ paidUsd: 75, dueUsd: 25 })
    expect(payment.options[0]).toMatchObject({ symbol: 'USDC', amount: '25' })
  })

  test('behavior: payments in several transactions are summed, before and during the outage', async () => {
    const { send, view } = buyers.inParts
    expect((await view()).payment).toMatchObject({ paidUsd: 60, dueUsd: 40 })
    await send('USDC', 10)
    await send('USDC', 30)
    await expect
      .poll(async () => (await view()).payment, { timeout: 10_000 })
      .toMatchObject({ paidUsd: 100, dueUsd: 0, options: [] })
  })

  test('behavior: a token that the shop does not accept, or that has no rate, pays nothing and is not denied', async () => {
    const { send, view } = buyers.picky
    await send('USDT', 100)
    await send('EURC', 100)
    expect((await view()).payment).toMatchObject({ paidUsd: 0, dueUsd: 100, hasPayment: true })
  })

  test('behavior: a payment looks the same as money that moved on after the snapshot', async () => {
    // The recorded 60 are no longer at the deposit address, so the next 40 look like a part of
    // them.
    const { send, view } = buyers.moved
    await send('USDC', 40)
    expect((await view()).payment).toMatchObject({ paidUsd: 60, dueUsd: 40 })
  })

  test('behavior: knows the money of the 200 newest receipts', async () => {
    expect((await buyers.oldest.view()).payment).toMatchObject({ paidUsd: 60, dueUsd: 40 })
  })
})

describe('recallMoney with a node in trouble', () => {
  type CallMany = Chain['callMany']

  /** Returns a new process whose node responds to calls like this, and counts its requests. */
  function aProcess(callMany: CallMany) {
    if (!app.ctx.chain) throw new Error('the app has no chain')
    const count = { requests: 0, open: 0, maxOpen: 0 }
    const counted: CallMany = async (calls) => {
      count.requests += 1
      count.open += 1
      count.maxOpen = Math.max(count.maxOpen, count.open)
      expect(calls.length).toBeLessThanOrEqual(200)
      return callMany(calls).finally(() => {
        count.open -= 1
      })
    }
    const ownParts = { memory: createMemory(), batches: createBatches(app.ctx.db) }
    return {
      count,
      ctx: { ...app.ctx, ...ownParts, chain: { ...app.ctx.chain, callMany: counted } },
    }
  }

  const recall = (ctx: Context, receipt = someReceipt) =>
    recallMoney(ctx, { receipt, acceptedTokens: ['USDC'] })

  test('default: shows the page after a second, with one request for all pages of a receipt', async () => {
    const { ctx, count } = aProcess(() => new Promise(() => {}))
    const startedAt = performance.now()
    const results = await Promise.all(Array.from({ length: 50 }, () => recall(ctx)))
    expect(results.every(({ unrecorded }) => unrecorded.length === 0)).toBe(true)
    expect(performance.now() - startedAt).toBeGreaterThan(900)
    await recall(ctx)
    expect(count.requests).toBe(1)
  })

  test('behavior: an error is not repeated at once', async () => {
    const { ctx, count } = aProcess(() => Promise.reject(new Error('broken')))
    for (let page = 0; page < 5; page += 1) expect((await recall(ctx)).unrecorded).toEqual([])
    expect(count.requests).toBe(1)
  })

  test('behavior: pages of many receipts share requests, at most two at a time', async () => {
    const { ctx, count } = aProcess(async (calls) => calls.map(() => word(7n)))
    const receipts = Array.from({ length: 300 }, (_, place) => ({
      ...someReceipt,
      id: `r-${place}`,
    }))
    const results = await Promise.all(receipts.map((receipt) => recall(ctx, receipt)))
    expect(results.every(({ unrecorded }) => unrecorded[0]?.units === 7n)).toBe(true)
    expect(count.requests).toBeLessThanOrEqual(6)
    expect(count.maxOpen).toBeLessThanOrEqual(2)
  })

  test('behavior: a token that reverts or returns no number shows no money', async () => {
    const [usdc, usdt, eurc] = [word(5n), '0x', null] as const
    const { ctx } = aProcess(async () => [usdc, usdt, eurc])
    expect((await recall(ctx)).unrecorded).toMatchObject([{ units: 5n }])
  })
})

const word = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`

describe('listUnrecorded', () => {
  const usdc = findToken(chainId, 'USDC')?.address
  if (!usdc) throw new Error('no USDC')
  const receipt = { currency: 'USD', totalCents: null }
  const list = (units: bigint | null, held = 0n) =>
    listUnrecorded({
      balances: units === null ? null : new Map([[usdc, units]]),
      heldUnits: new Map([[usdc, held]]),
      chainId,
      receipt,
      acceptedTokens: ['USDC'],
    })

  test.each([
    ['unknown balances', null, 0n],
    ['nothing', 0n, 0n],
    ['what is known', 60n, 60n],
    ['less than what is known', 0n, 60n],
  ])('default: lists nothing for %s', (_, balances, held) => {
    expect(list(balances, held)).toEqual([])
  })

  test.each([1n, 2n ** 256n - 1n])('behavior: lists an excess of %s', (units) => {
    const [payment] = list(units)
    expect(payment).toMatchObject({ token: usdc, units: baseUnits(units), mismatch: null })
  })

  test('behavior: a token of no table does not count', () => {
    const balances = new Map([[aWallet(), 2n ** 256n - 1n]])
    const [payment] = listUnrecorded({
      balances: balances,
      heldUnits: new Map(),
      chainId,
      receipt,
      acceptedTokens: ['USDC', 'USDT', 'EURC'],
    })
    expect(payment?.mismatch).toBe('wrong_token')
  })
})
