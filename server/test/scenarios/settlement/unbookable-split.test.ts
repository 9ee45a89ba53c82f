import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookDirectPayments } from '../../../src/features/payouts/books/book-direct-payments.js'
import { bookReleases } from '../../../src/features/payouts/books/book-releases.js'
import type { Split } from '../../../src/features/split/split.js'
import type { Address } from '../../../src/lib/hex.js'
import { findToken } from '../../../src/platform/chain/tokens.js'
import { aSplit } from '../../fixtures/split.js'
import { createTestContext, type TestContext } from '../../harness.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const usdc = findToken(84_532, 'USDC')?.address as Address
const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '0')}`

async function release(split: Split, { block, units }: { block: number; units: bigint }) {
  await ctx.db.query(
    `insert into releases (chain_id, tx_hash, log_index, merchant, split, token, account, units,
       block_number, block_hash, state, created_at)
     values ($1, $2, 0, $3, $4, $5, $6, $7, $8, $2, 'confirmed', 0)`,
    [
      split.chainId,
      hashOf(block),
      split.merchant,
      split.address,
      usdc,
      split.merchant,
      units,
      block,
    ],
  )
}

async function pay(split: Split, { block }: { block: number }) {
  await ctx.db.query(
    `insert into direct_payments (chain_id, tx_hash, log_index, merchant, split, token, units, payer,
       block_number, block_hash, paid_at, state, created_at)
     values ($1, $2, 0, $3, $4, $5, 1000000, null, $6, $2, 0, 'confirmed', 0)`,
    [split.chainId, hashOf(100_000 + block), split.merchant, split.address, usdc, block],
  )
}

/** A damaged record, whose money cannot be booked. */
async function aBrokenSplit(): Promise<Split> {
  const split = await aSplit(ctx)
  await ctx.db.query(
    `update splits set recipients = jsonb_set(recipients, '{0,sharesBps}', '"x"') where merchant = $1`,
    [split.merchant],
  )
  return split
}

const postings = async ({ merchant }: Split) =>
  (await ctx.db.query('select from ledger_postings where merchant = $1', [merchant])).rows.length

test('behavior: 200 payouts of one split that cannot be booked do not stop those of others', async () => {
  const brokenSplit = await aBrokenSplit()
  const honest = await aSplit(ctx)
  // Anyone can make a split pay out a unit at a time.
  for (let block = 1; block <= 200; block += 1) await release(brokenSplit, { block, units: 1n })
  await release(honest, { block: 300, units: 9_950n })
  await bookReleases(ctx)
  expect(await postings(honest)).toBeGreaterThan(0)
  expect(ctx.alerts.list()).toMatchObject([{ name: 'booking_failing' }])
})

test('behavior: 200 direct payments to it do not stop those of others', async () => {
  const brokenSplit = await aBrokenSplit()
  const honest = await aSplit(ctx)
  for (let block = 1; block <= 200; block += 1) await pay(brokenSplit, { block })
  await pay(honest, { block: 300 })
  await bookDirectPayments(ctx)
  expect(await postings(honest)).toBeGreaterThan(0)
})
