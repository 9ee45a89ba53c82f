import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { aReceipt } from '../../../../test/fixtures/receipt.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import { listLocalDays } from '../../../lib/local-days.js'
import { cents } from '../../../lib/money.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import { readDatabaseTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { replaceReceipt } from '../create/changed-receipt-store.js'
import { insertReceipts } from '../create/insert-receipts-store.js'
import type { Receipt } from '../receipt.js'
import { deleteReceipts, findReceiptForUpdate, updateProgress } from '../store.js'
import { checkUnpaidDays, sumUnpaidDays } from './keep-unpaid-days.js'
import { sumUnpaid } from './sum-unpaid.js'
import { lockUnpaidDays } from './unpaid-days-store.js'
import { readUnpaid, type UnpaidReceipts } from './unpaid-store.js'

const signal = new AbortController().signal

let ctx: TestContext
/** The sums follow the clock of the database. */
let today: number
beforeAll(async () => {
  ctx = await createTestContext()
  today = dayOf(await readDatabaseTime(ctx.db))
})
afterAll(() => ctx.close())

async function insert(merchant: Address, fields: Partial<Receipt>): Promise<void> {
  const receipt = aReceipt({ merchant, ...fields })
  await insertReceipts(ctx.db, [{ receipt, deposit: null, by: 'test' }])
}

const change = (
  { merchant, id }: { merchant: Address; id: string },
  work: (tx: Queryable, receipt: Receipt) => Promise<unknown>,
) =>
  ctx.db.transaction(async (tx) => {
    const receipt = await findReceiptForUpdate(tx, { merchant, id })
    if (receipt) await work(tx, receipt)
  })

const waiting = `'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending',
  'checkout_success', 'tx_mined', 'recipient_validated'`

/** Returns what the receipts themselves say. */
async function countUnpaid(
  db: Queryable,
  { merchant, bounds }: { merchant: Address; bounds: readonly number[] },
): Promise<UnpaidReceipts[]> {
  const { rows } = await db.query<
    Record<'open' | 'open_cents' | 'failed' | 'failed_cents', string>
  >(
    `select count(r.id) filter (where status in (${waiting})) as open,
       coalesce(sum(total_usd_cents) filter (where status in (${waiting})), 0) as open_cents,
       count(r.id) filter (where status = 'failed') as failed,
       coalesce(sum(total_usd_cents) filter (where status = 'failed'), 0) as failed_cents
     from unnest($2::bigint[], $3::bigint[]) with ordinality as periods (start_at, end_at, period)
     left join receipts as r on merchant = $1 and created_at >= start_at and created_at < end_at
     group by period order by period`,
    [merchant, bounds.slice(0, -1), bounds.slice(1)],
  )
  return rows.map((row) => ({
    open: { count: Number(row.open), cents: cents(BigInt(row.open_cents)) },
    failed: { count: Number(row.failed), cents: cents(BigInt(row.failed_cents)) },
  }))
}

function boundsOf(fromDay: number, toDay: number, zone = 'UTC'): number[] {
  const days = listLocalDays({ fromDay, toDay }, zone)
  return [...days.map(({ from }) => from), (days.at(-1)?.to ?? 0) + 1]
}

async function storedDays(merchant: Address): Promise<number[]> {
  const { rows } = await ctx.db.query<{ day: number }>(
    'select day from unpaid_days where merchant = $1 order by day',
    [merchant],
  )
  return rows.map(({ day }) => day - today)
}

const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati'] as const

describe('sumUnpaid', () => {
  test('property: equals the receipts at every moment of any history, beside concurrent writers', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    const status = fc.constantFrom(...receiptStatuses)
    const totalUsdCents = fc
      .integer({ min: 1, max: 1_000_000 })
      .map((total) => cents(BigInt(total)))
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('insert' as const),
        minutes: fc.nat(6 * 24 * 60),
        status,
        totalUsdCents,
      }),
      fc.record({ kind: fc.constant('move' as const), receipt: fc.nat(9), status }),
      fc.record({ kind: fc.constant('move' as const), receipt: fc.nat(9), status }),
      fc.record({
        kind: fc.constant('replace' as const),
        receipt: fc.nat(9),
        status,
        totalUsdCents,
      }),
      fc.record({ kind: fc.constant('roll back' as const), receipt: fc.nat(9), status }),
      fc.record({ kind: fc.constant('read' as const), from: fc.nat(5), zone: fc.nat(3) }),
      fc.record({ kind: fc.constant('read' as const), from: fc.nat(5), zone: fc.nat(3) }),
      fc.record({ kind: fc.constant('sum' as const) }),
      fc.record({ kind: fc.constant('delete' as const), chance: fc.nat(9) }),
    )
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), {
      minLength: 2,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        const { wallet: merchant } = await aDeveloper(ctx)
        const range = (from: number, zone: number) => ({
          merchant,
          bounds: boundsOf(today - 5 + from, today + 1, zones[zone]),
        })
        let count = 0
        const run = async (work: (typeof given)[number][number]) => {
          if (work.kind === 'insert') {
            const { status: first, totalUsdCents: total, minutes } = work
            const createdAt = unixMs((today - 5) * DAY_MS + minutes * MINUTE_MS)
            await insert(merchant, {
              id: `r-${count++}`,
              status: first,
              totalUsdCents: total,
              createdAt,
            })
          } else if (work.kind === 'move') {
            await change({ merchant, id: `r-${work.receipt}` }, async (tx, receipt) => {
              // Twice, as a payment does that settles at once.
              await updateProgress(tx, { ...receipt, status: 'pending' })
              await updateProgress(tx, { ...receipt, status: work.status })
            })
          } else if (work.kind === 'replace') {
            const { status: to, totalUsdCents: total } = work
            await change({ merchant, id: `r-${work.receipt}` }, (tx, receipt) =>
              replaceReceipt(tx, { ...receipt, status: to, totalUsdCents: total }),
            )
          } else if (work.kind === 'roll back') {
            const changed = change({ merchant, id: `r-${work.receipt}` }, async (tx, receipt) => {
              await updateProgress(tx, { ...receipt, status: work.status })
              throw new Error('canceled')
            })
            await changed.catch(() => {})
          } else if (work.kind === 'sum') await sumUnpaidDays.run(ctx, signal)
          else if (work.kind === 'delete') {
            if (work.chance === 0) await ctx.db.transaction((tx) => deleteReceipts(tx, merchant))
          } else {
            await sumUnpaid(ctx, range(work.from, work.zone))
            // One snapshot, so that both see the same writers.
            await ctx.db.transaction(async (tx) => {
              await tx.query('set transaction isolation level repeatable read')
              const { unpaid } = await readUnpaid(tx, range(work.from, work.zone))
              expect(unpaid).toEqual(await countUnpaid(tx, range(work.from, work.zone)))
            })
          }
        }
        for (const works of given) {
          await Promise.all(works.map(run))
          for (const [zone] of zones.entries()) {
            const whole = range(0, zone)
            expect(await sumUnpaid(ctx, whole)).toEqual(await countUnpaid(ctx.db, whole))
          }
        }
        await sumUnpaidDays.run(ctx, signal)
        const whole = range(0, 0)
        expect(await sumUnpaid(ctx, whole)).toEqual(await countUnpaid(ctx.db, whole))
      }),
      { numRuns: 60 },
    )
    expect(await checkUnpaidDays.run(ctx, signal)).toMatchObject({ corrected: 0 })
  })

  test('behavior: stores the days that have ended, and does not store while others do', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const range = { merchant, bounds: boundsOf(today - 3, today + 1) }
    await insert(merchant, { id: 'first', createdAt: unixMs((today - 3) * DAY_MS) })
    await ctx.db.transaction(async (tx) => {
      await lockUnpaidDays(tx)
      await sumUnpaid(ctx, range)
    })
    expect(await storedDays(merchant)).toEqual([])
    await sumUnpaid(ctx, range)
    const stored = await storedDays(merchant)
    // Yesterday is not stored within its first hour.
    expect(stored.filter((ago) => ago !== -1)).toEqual([-3, -2])
    expect(stored.every((ago) => ago < 0)).toBe(true)
  })

  test('behavior: stores no day before the first receipt, or of long ago', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const rangeOf = (fromDay: number) => ({ merchant, bounds: boundsOf(fromDay, fromDay + 10) })
    await sumUnpaid(ctx, rangeOf(today - 20))
    expect(await storedDays(merchant)).toEqual([])

    await insert(merchant, { id: 'old', createdAt: unixMs((today - 500) * DAY_MS) })
    await insert(merchant, { id: 'new', createdAt: unixMs((today - 15) * DAY_MS) })
    await sumUnpaid(ctx, rangeOf(today - 500))
    expect(await storedDays(merchant)).toEqual([])
    await sumUnpaid(ctx, rangeOf(today - 20))
    expect(await storedDays(merchant)).toHaveLength(11)
  })

  test('behavior: receipts of today change no sums', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const createdAt = await readDatabaseTime(ctx.db)
    await insert(merchant, { id: 'new', createdAt })
    await change({ merchant, id: 'new' }, (tx, receipt) =>
      updateProgress(tx, { ...receipt, status: 'failed' }),
    )
    await insert(merchant, { id: 'old', createdAt: unixMs(createdAt - DAY_MS) })
    const { rows } = await ctx.db.query('select quarter from unpaid_changes where merchant = $1', [
      merchant,
    ])
    expect(rows).toEqual([{ quarter: Math.floor((createdAt - DAY_MS) / (15 * MINUTE_MS)) }])
  })

  test('behavior: reads stored sums instead of receipts', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const range = { merchant, bounds: boundsOf(today - 3, today - 2) }
    await insert(merchant, { id: 'a', createdAt: unixMs((today - 3) * DAY_MS + 5 * HOUR_MS) })
    await sumUnpaid(ctx, range)
    await ctx.db.query('delete from receipts where merchant = $1', [merchant])
    const total = { count: 1, cents: 450n }
    expect(await sumUnpaid(ctx, range)).toMatchObject([{ open: total }, { open: { count: 0 } }])
  })
})

describe('checkUnpaidDays', () => {
  test('default: deletes sums that differ from the receipts, and old sums', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const createdAt = unixMs((today - 2) * DAY_MS)
    for (const id of ['a', 'b']) await insert(merchant, { id, createdAt })
    const range = { merchant, bounds: boundsOf(today - 3, today) }
    await sumUnpaid(ctx, range)
    // As a report stored it more than 400 days ago.
    await ctx.db.query(
      `insert into unpaid_days select merchant, $2, quarters, open_until, open_cents_until,
         failed_until, failed_cents_until from unpaid_days where merchant = $1 and day = $3`,
      [merchant, today - 401, today - 2],
    )
    // Another test has deleted receipts behind the back of the sums.
    expect(await checkUnpaidDays.run(ctx, signal)).toMatchObject({ deleted: 1 })
    expect(await checkUnpaidDays.run(ctx, signal)).toMatchObject({ corrected: 0, deleted: 0 })
    await ctx.db.query(`delete from receipts where merchant = $1 and id = 'b'`, [merchant])
    expect(await checkUnpaidDays.run(ctx, signal)).toMatchObject({ corrected: 1 })
    expect(await storedDays(merchant)).not.toContain(-2)
    expect(await sumUnpaid(ctx, range)).toEqual(await countUnpaid(ctx.db, range))
  })
})
