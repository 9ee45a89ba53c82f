import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import type { Posting } from './entry.js'
import { getTrialBalance } from './get-trial-balance.js'
import { type Operation, operations } from './ledger.properties.js'
import { post, requireBalanced, reversePosting } from './post.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Returns the expected sums by account and asset. */
function sumUp(operations: readonly Operation[]): Map<string, readonly [bigint, bigint]> {
  const sums = new Map<string, readonly [bigint, bigint]>()
  for (const { account, asset, units, usdMicros } of operations.flatMap(({ entries }) => entries)) {
    const [sumOfUnits, worth] = sums.get(`${account} ${asset}`) ?? [0n, 0n]
    sums.set(`${account} ${asset}`, [sumOfUnits + units, worth + usdMicros])
  }
  return sums
}

describe('the ledger', () => {
  test('property: balances in every asset and in dollars after any operations', {
    tags: 'slow',
    timeout: 60_000,
  }, () => {
    const days = fc.array(operations, { minLength: 50, maxLength: 60 })
    let sales = 0
    fc.assert(
      fc.property(days, (day) => {
        for (const { kind, entries } of day.flat()) {
          requireBalanced(entries)
          if (kind === 'sale') sales += 1
        }
        const sums = [...sumUp(day.flat())]
        for (const asset of new Set(sums.map(([name]) => name.split(' ')[1]))) {
          const assetSums = sums
            .filter(([name]) => name.endsWith(` ${asset}`))
            .map(([, sum]) => sum)
          expect(assetSums.reduce((total, [units]) => total + units, 0n)).toBe(0n)
          expect(assetSums.reduce((total, [, worth]) => total + worth, 0n)).toBe(0n)
        }
      }),
      { numRuns: 300 },
    )
    expect(sales).toBeGreaterThan(10_000)
  })

  test('property: stays balanced in the database with reversals, repeats and concurrency', async () => {
    const step = fc.record({ work: operations, isUndone: fc.boolean(), isRepeated: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { wallet: merchant } = await aDeveloper(ctx)
        await Promise.all(steps.map((step, index) => perform(merchant, { ...step, index })))
        const { accounts, isBalanced } = await getTrialBalance(ctx, merchant)
        expect(isBalanced).toBe(true)

        const keptOperations = steps.filter(({ isUndone }) => !isUndone).flatMap(({ work }) => work)
        const expected = [...sumUp(keptOperations)].filter(([, sum]) =>
          sum.some((part) => part !== 0n),
        )
        const actual = accounts
          .map((sum) => [
            `${sum.account} ${sum.asset}`,
            [sum.debitUnits - sum.creditUnits, sum.usdMicros],
          ])
          .filter(([, sum]) => (sum as bigint[]).some((part) => part !== 0n))
        expect(new Map(actual as typeof expected)).toEqual(new Map(expected))
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

async function perform(
  merchant: Address,
  input: { work: Operation[]; isUndone: boolean; isRepeated: boolean; index: number },
): Promise<void> {
  for (const [part, { kind, entries }] of input.work.entries()) {
    const key = `${kind}:${input.index}:${part}`
    const posting: Posting = {
      merchant,
      key,
      kind,
      entries,
      at: ctx.now(),
      receiptId: `r-${input.index}`,
      transactionHash: null,
    }
    expect(await post(ctx, posting)).toBe(true)
    if (input.isRepeated) expect(await post(ctx, posting)).toBe(false)
    if (!input.isUndone) continue
    expect(await reversePosting(ctx, { merchant, key, at: ctx.now() })).not.toBeNull()
    if (input.isRepeated) {
      expect(await reversePosting(ctx, { merchant, key, at: ctx.now() })).toBeNull()
    }
  }
}
