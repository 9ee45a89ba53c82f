import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import type { DirectPayment } from '../payment.js'
import { type FoundDirectPayment, saveDirectPayments, updateRow } from './direct-payment-store.js'

const chainId = 84_532
const newHash = () => aHash() as Hash

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Stores a direct payment of 5 units that is posted to the ledger. */
async function aPostedPayment(): Promise<{ found: FoundDirectPayment; posted: DirectPayment }> {
  const place = { transactionHash: newHash(), blockHash: newHash(), blockNumber: 12n, logIndex: 0 }
  const money = { merchant: aWallet(), split: aWallet(), token: aWallet(), units: baseUnits(5n) }
  const found = { ...place, ...money, payer: aWallet(), paidAt: ctx.now() }
  await save(found)
  const seen = { ...place, ...money, chainId, state: 'seen', restUnits: null } as const
  const before = { ...seen, usdMicros: null, ledgerRevision: 0 }
  const posted = { ...seen, usdMicros: micros(5n), ledgerRevision: 1 }
  expect(await updateRow(ctx.db, { before, after: posted })).toBe(true)
  return { found, posted }
}

const save = (found: FoundDirectPayment) =>
  saveDirectPayments(ctx.db, { chainId, payments: [found], now: ctx.now() })

async function restOf({ transactionHash }: FoundDirectPayment): Promise<string | null> {
  const { rows } = await ctx.db.query<{ rest: string | null }>(
    'select rest_units as rest from direct_payments where tx_hash = $1',
    [transactionHash],
  )
  return rows[0]?.rest ?? null
}

describe('updateRow', () => {
  test.each([
    { rest: 2n, after: { units: baseUnits(2n), ledgerRevision: 3 } },
    { rest: 0n, after: { state: 'orphaned', ledgerRevision: 2 } },
  ] as const)('behavior: a rest of $rest units is cleared once it is posted', async (change) => {
    const { found, posted } = await aPostedPayment()
    await save({ ...found, units: baseUnits(change.rest) })
    expect(await restOf(found)).toBe(String(change.rest))

    const after = { ...posted, ...change.after }
    expect(await updateRow(ctx.db, { before: posted, after })).toBe(true)
    expect(await restOf(found)).toBeNull()
  })

  test('behavior: a rest that changed again stays until it is posted', async () => {
    const { found, posted } = await aPostedPayment()
    await save({ ...found, units: baseUnits(1n) })
    const after = { ...posted, units: baseUnits(2n), ledgerRevision: 3 }
    expect(await updateRow(ctx.db, { before: posted, after })).toBe(true)
    expect(await restOf(found)).toBe('1')
  })
})
