import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { DAY_MS, dayOf, unixMs } from '../../lib/time.js'
import { getTrialBalance } from '../ledger/get-trial-balance.js'
import { sumLedgerDays } from '../ledger/keep-days.js'
import { operations } from '../ledger/ledger.properties.js'
import { postAll, reversePosting } from '../ledger/post.js'
import { spanOf } from './read-report-query.js'
import { getSubscriptionReport } from './subscriptions/get-subscription-report.js'
import { getSummary } from './summary/get-summary.js'
import { getTaxReport } from './tax/get-tax-report.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const step = fc.record({
  work: operations,
  day: fc.nat(2),
  isUndone: fc.boolean(),
  isSummed: fc.boolean(),
})

describe('reports', () => {
  test('property: equal the ledger after sales, charges, manual payments, refunds and reversals', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const { wallet: merchant } = await aDeveloper(ctx)
        for (const [index, { work, day, isUndone, isSummed }] of steps.entries()) {
          const at = unixMs(ctx.now() + day * DAY_MS)
          const about = { merchant, receiptId: `r-${index}`, transactionHash: null, at }
          const postings = work.map((posting, part) => ({
            ...about,
            ...posting,
            key: `${index}:${part}`,
          }))
          await postAll(ctx, postings)
          if (isUndone)
            for (const { key } of postings) await reversePosting(ctx, { merchant, key, at })
          if (isSummed) await sumLedgerDays.run(ctx, new AbortController().signal)
        }
        const kept = steps.filter(({ isUndone }) => !isUndone).flatMap(({ work }) => work)
        const count = (kind: string) => kept.filter((posting) => posting.kind === kind).length
        const { accounts } = await getTrialBalance(ctx, merchant)
        const worth = (isWanted: (account: string) => boolean) =>
          accounts
            .filter(({ account }) => isWanted(account))
            .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
        const isFee = (account: string) =>
          /^(processing_fee|platform_fee|fee_difference)$/.test(account)
        const isTax = (account: string) => account.startsWith('tax:')
        const refundedTax = worth((account) => account === 'refunded_tax')
        const [subtotal, taxes, fees, refunds] = [
          worth((account) => account === 'sales'),
          worth(isTax) + refundedTax,
          worth(isFee),
          -worth((account) => account === 'refunds'),
        ]

        const today = dayOf(ctx.now())
        const span = spanOf({ fromDay: today, toDay: today + 2, timeZone: 'UTC' })
        const range = { merchant, ...span }
        const { totals, days, assets } = await getSummary(ctx, range)
        const volume = subtotal + taxes + fees
        expect(totals).toMatchObject({ orders: count('sale'), subtotal, taxes, fees, refunds })
        expect([totals.volume, totals.net]).toEqual([volume, volume - refunds])
        for (const parts of [days, assets]) {
          expect(parts.reduce((sum, part) => sum + part.volume, 0n)).toBe(volume)
          expect(parts.reduce((sum, part) => sum + part.refunds, 0n)).toBe(refunds)
        }

        const tax = await getTaxReport(ctx, { ...range, period: 'month' })
        const owed = { tax: worth(isTax), refundedTax }
        expect(tax.totals).toMatchObject({ orders: count('sale'), sales: subtotal, ...owed })
        for (const [code, amount] of tax.totals.components) {
          expect(amount).toBe(worth((account) => account === `tax:${code}`))
        }

        const charged = kept
          .filter(({ kind }) => kind === 'charge')
          .flatMap(({ entries }) => entries)
          .filter(({ account }) => account === 'customer_credit')
          .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
        const recurring = await getSubscriptionReport(ctx, range)
        expect(recurring).toMatchObject({ charges: count('charge'), charged })
      }),
      { numRuns: 25 },
    )
  })
})
