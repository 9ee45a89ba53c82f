import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '../../../../test/fixtures/payment.js'
import { aSplit } from '../../../../test/fixtures/split.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import {
  confirmDirectPayments,
  saveDirectPayments,
} from '../../payments/index/direct-payment-store.js'
import { upsertPayments } from '../../payments/index/found-payment-store.js'
import type { Payment } from '../../payments/payment.js'
import { bookPayments } from '../../settlement/post/book-payments.js'
import type { Split } from '../../split/split.js'
import { bookDirectPayments, reduceDirectPayments } from './book-direct-payments.js'
import { bookReleases, reverseReleases } from './book-releases.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const usdc = findToken(84_532, 'USDC')?.address as Address
let transactions = 0

/**
 * Inserts the confirmed releases of one transaction: to each recipient in order, unless it is null.
 */
async function release(
  { merchant, address, chainId, recipients }: Split,
  units: readonly (bigint | null)[],
  { token = usdc, block = 100 }: { token?: Address; block?: number } = {},
): Promise<Hash> {
  transactions += 1
  const hash = `0x${transactions.toString(16).padStart(64, '0')}` as Hash
  for (const [index, amount] of units.entries()) {
    if (amount === null) continue
    await ctx.db.query(
      `insert into releases (chain_id, tx_hash, log_index, merchant, split, token, account, units,
         block_number, block_hash, state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $2, 'confirmed', 0)`,
      [chainId, hash, index, merchant, address, token, recipients[index]?.address, amount, block],
    )
  }
  return hash
}

const orphan = (hash: Hash) =>
  ctx.db.query(`update releases set state = 'orphaned' where tx_hash = $1`, [hash])

/** Posts a payment that arrived in a block. */
async function receive(
  { merchant, address }: Split,
  units: bigint,
  { token = usdc, block = 50 }: { token?: Address; block?: number } = {},
): Promise<void> {
  transactions += 1
  const blockHash = `0x${transactions.toString(16).padStart(64, '0')}` as Hash
  const payment = aPayment({
    merchant,
    payoutAddress: address,
    blockHash,
    token,
    units: baseUnits(units),
    arrivedBlock: BigInt(block),
    arrivedLog: 0,
  })
  await ctx.db.transaction((tx) => bookPayments({ ...ctx, db: tx }, [payment]))
}

/** Inserts an arrived payment that is not posted. */
async function leaveUnposted({ merchant, address, chainId }: Split): Promise<Payment> {
  transactions += 1
  const transactionHash = `0x${transactions.toString(16).padStart(64, '0')}` as Hash
  const payment = aPayment({
    merchant,
    payoutAddress: address,
    transactionHash,
    blockHash: transactionHash,
    kind: 'gateway',
  })
  await upsertPayments(ctx.db, { chainId, payments: [payment], now: ctx.now() })
  await ctx.db.query(`update payments set state = 'confirmed' where tx_hash = $1`, [
    transactionHash,
  ])
  return payment
}

/** Returns custody and the amounts due to the recipients, in units. */
async function booksOf({ merchant, recipients }: Split): Promise<bigint[]> {
  const { accounts, isBalanced } = await getTrialBalance(ctx, merchant)
  expect(isBalanced).toBe(true)
  const names = ['custody', ...recipients.map(({ address }) => `due:${address}`)]
  return names.map((name, index) => {
    const ownSum = accounts.find(({ account }) => account === name)
    const balance = (ownSum?.debitUnits ?? 0n) - (ownSum?.creditUnits ?? 0n)
    return index === 0 ? balance : -balance
  })
}

async function creditOf({ merchant }: Split): Promise<bigint> {
  const { accounts } = await getTrialBalance(ctx, merchant)
  const ownSum = accounts.find(({ account }) => account === 'customer_credit')
  return (ownSum?.creditUnits ?? 0n) - (ownSum?.debitUnits ?? 0n)
}

describe('bookReleases', () => {
  test('default: posts the payout of received money', async () => {
    const split = await aSplit(ctx)
    await receive(split, 10_000n)
    await release(split, [9_950n, 50n])
    expect(await bookReleases(ctx)).toBe(2)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    expect(await bookReleases(ctx)).toBe(0)
  })

  test('behavior: posts money that the ledger did not know as one direct payment', async () => {
    const split = await aSplit(ctx)
    await receive(split, 10_000n)
    await release(split, [20_098n, 100n])
    await bookReleases(ctx)
    // The least amount that gives the merchant 20,098 units is 20,199, of which 10,000 were known.
    expect(await creditOf(split)).toBe(20_199n)
    expect(await booksOf(split)).toEqual([1n, 1n, 0n])
    const { rows } = await ctx.db.query(
      `select receipt_id, transaction_hash from ledger_postings
       where merchant = $1 and kind = 'payment' and key like 'direct:%'`,
      [split.merchant],
    )
    expect(rows).toEqual([{ receipt_id: null, transaction_hash: null }])
  })

  test('behavior: posts native tokens that were sent directly to the split', async () => {
    const split = await aSplit(ctx)
    await release(split, [995n, 5n], { token: nativeToken })
    await bookReleases(ctx)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    expect(await creditOf(split)).toBe(1_000n)
  })

  test('behavior: waits for a rate', async () => {
    const split = await aSplit(ctx)
    await release(split, [995n, 5n], { token: nativeToken })
    const withoutRates: Context = { ...ctx, config: { ...ctx.config, fixedRates: {} } }
    expect(await bookReleases(withoutRates)).toBe(0)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    expect(await bookReleases(ctx)).toBe(2)
  })

  test('behavior: releases that wait for a rate do not delay others', async () => {
    const shares = [9_936, 50, ...Array.from({ length: 14 }, () => 1)]
    const hostile = await aSplit(ctx, { sharesBps: shares })
    for (let turn = 0; turn < 13; turn += 1) {
      await release(hostile, shares.map(BigInt), { token: nativeToken, block: 90 })
    }
    const [inTokens, inNativeToken] = [await aSplit(ctx), await aSplit(ctx)]
    await receive(inTokens, 10_000n)
    await release(inTokens, [9_950n, 50n])
    await receive(inNativeToken, 10_000n, { token: nativeToken })
    await release(inNativeToken, [9_950n, 50n], { token: nativeToken })
    await bookReleases({ ...ctx, config: { ...ctx.config, fixedRates: {} } })
    const { rows } = await ctx.db.query<{ merchant: Address }>(
      'select merchant from releases where ledger_revision = 1 and merchant = any($1) order by block_number',
      [[inTokens.merchant, inNativeToken.merchant]],
    )
    expect(rows).toHaveLength(4)
    await ctx.db.query('delete from releases where merchant = $1', [hostile.merchant])
  })

  test('behavior: waits for a payment that arrived before and is not posted', async () => {
    const split = await aSplit(ctx)
    const payment = await leaveUnposted(split)
    await release(split, [995_000n, 5_000n])
    expect(await bookReleases(ctx)).toBe(0)
    await ctx.db.query('update payments set ledger_revision = 1 where tx_hash = $1', [
      payment.transactionHash,
    ])
    await ctx.db.transaction((tx) => bookPayments({ ...ctx, db: tx }, [payment]))
    expect(await bookReleases(ctx)).toBe(2)
    expect(await creditOf(split)).toBe(1_000_000n)
  })

  test('behavior: does not wait for a payment that arrives later', async () => {
    const split = await aSplit(ctx)
    await leaveUnposted(split)
    await receive(split, 10_000n)
    await release(split, [9_950n, 50n], { block: 5 })
    expect(await bookReleases(ctx)).toBe(2)
  })

  test('behavior: keeps payouts covered when a direct payment turns out to be of a receipt', async () => {
    const split = await aSplit(ctx)
    const { chainId, merchant, address } = split
    transactions += 1
    const transactionHash = `0x${transactions.toString(16).padStart(64, '0')}` as Hash
    const place = { transactionHash, blockHash: transactionHash, blockNumber: 50n, logIndex: 0 }
    const direct = { ...place, merchant, split: address, token: usdc, payer: null }
    const save = (db: TestContext['db'], units: bigint) => {
      const directPayments = [{ ...direct, units: baseUnits(units), paidAt: unixMs(0) }]
      return saveDirectPayments(db, { chainId, payments: directPayments, now: ctx.now() })
    }
    await save(ctx.db, 5_000n)
    await confirmDirectPayments(ctx.db, { chainId, confirmedThrough: 60n })
    await bookDirectPayments(ctx)
    // It held as much before it was registered.
    await release(split, [9_950n, 50n])
    await bookReleases(ctx)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    await save(ctx.db, 0n)
    const payment = aPayment({
      transactionHash,
      payoutAddress: address,
      token: usdc,
      units: baseUnits(5_000n),
    })
    await ctx.db.transaction((tx) => reduceDirectPayments({ ...ctx, db: tx }, [payment]))
    await receive(split, 5_000n)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
  })

  test('behavior: reduces the direct payment when the payment is found later', async () => {
    const split = await aSplit(ctx)
    await release(split, [9_950n, 50n])
    await bookReleases(ctx)
    expect(await creditOf(split)).toBe(10_000n)
    await receive(split, 4_000n)
    expect(await creditOf(split)).toBe(10_000n)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    await receive(split, 6_000n)
    expect(await creditOf(split)).toBe(10_000n)
    // A payment after the release is other money.
    await receive(split, 10_000n, { block: 200 })
    expect(await creditOf(split)).toBe(20_000n)
    expect(await booksOf(split)).toEqual([10_000n, 9_950n, 50n])
  })
})

describe('reverseReleases', () => {
  test('default: reverses a removed release together with its direct payment', async () => {
    const split = await aSplit(ctx)
    await receive(split, 1_000n)
    const hash = await release(split, [9_950n, 50n])
    await bookReleases(ctx)
    await orphan(hash)
    expect(await reverseReleases(ctx)).toBe(2)
    expect(await booksOf(split)).toEqual([1_000n, 995n, 5n])
    expect(await creditOf(split)).toBe(1_000n)

    // The block is back.
    await ctx.db.query(`update releases set state = 'confirmed' where tx_hash = $1`, [hash])
    expect(await bookReleases(ctx)).toBe(2)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
    expect(await creditOf(split)).toBe(10_000n)
  })

  test('behavior: reverses a release whose block is back but not confirmed', async () => {
    const split = await aSplit(ctx)
    await receive(split, 10_000n)
    const hash = await release(split, [9_950n, 50n])
    await bookReleases(ctx)
    await ctx.db.query(`update releases set state = 'seen' where tx_hash = $1`, [hash])
    expect(await reverseReleases(ctx)).toBe(2)
    expect(await reverseReleases(ctx)).toBe(0)
    expect(await booksOf(split)).toEqual([10_000n, 9_950n, 50n])
    await ctx.db.query(`update releases set state = 'confirmed' where tx_hash = $1`, [hash])
    expect(await bookReleases(ctx)).toBe(2)
    expect(await booksOf(split)).toEqual([0n, 0n, 0n])
  })

  test('behavior: values the last unit with the last dollar', async () => {
    const split = await aSplit(ctx)
    await receive(split, 10_000n)
    await release(split, [null, 50n])
    await bookReleases(ctx)
    await release(split, [9_950n, null])
    await bookReleases(ctx)
    const { accounts } = await getTrialBalance(ctx, split.merchant)
    const custody = accounts.find(({ account }) => account === 'custody')
    expect(custody?.usdMicros).toBe(micros(0n))
  })
})
