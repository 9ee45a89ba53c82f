import type { Address } from '../../../lib/hex.js'
import { type Cents, cents } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import { endedAt } from '../subscription-store.js'

/** SQL: the number of the month of a time, counted from January of the year 0. */
const monthOf = (time: string) =>
  `(extract(year from to_timestamp(${time} / 1000.0) at time zone 'utc') * 12
    + extract(month from to_timestamp(${time} / 1000.0) at time zone 'utc') - 1)::int`

/** The subscriptions of one period length. */
export type PlanSums = {
  periodSeconds: number
  active: number
  unpaid: number
  paused: number
  /** The prices of the active ones. */
  activeCents: Cents
  /** Those that had begun and not ended when the range began. */
  before: number
  /** Begun in the range. */
  begun: number
  /** Ended in the range. */
  ended: number
}

/** Sums a merchant's subscriptions by the length of their periods. */
export async function sumPlans(
  db: Queryable,
  { merchant, from, to }: { merchant: Address; from: number; to: number },
): Promise<PlanSums[]> {
  type Row = Record<
    | 'period_seconds'
    | 'active'
    | 'unpaid'
    | 'paused'
    | 'active_cents'
    | 'before'
    | 'begun'
    | 'ended',
    string
  >
  const { rows } = await db.query<Row>(
    `select period_seconds, count(*) filter (where is_active) as active,
       count(*) filter (where status = 'unpaid') as unpaid,
       count(*) filter (where status = 'paused') as paused,
       coalesce(sum(price_cents) filter (where is_active), 0) as active_cents,
       count(*) filter (where created_at < $2 and (ended_at is null or ended_at >= $2)) as before,
       count(*) filter (where created_at between $2 and $3) as begun,
       count(*) filter (where ended_at between $2 and $3) as ended
     from (
       select s.created_at, s.status, v.period_seconds, v.price_cents, ${endedAt} as ended_at,
         status in ('active', 'past_due') as is_active
       from subscriptions s
       join billing_plan_versions v
         on v.merchant = s.merchant and v.plan_id = s.plan_id and v.version = s.version
       where s.merchant = $1
     ) as subscribed
     group by period_seconds order by period_seconds`,
    [merchant, from, to],
  )
  return rows.map((row) => ({
    periodSeconds: Number(row.period_seconds),
    active: Number(row.active),
    unpaid: Number(row.unpaid),
    paused: Number(row.paused),
    activeCents: cents(BigInt(row.active_cents)),
    before: Number(row.before),
    begun: Number(row.begun),
    ended: Number(row.ended),
  }))
}

/** Charges that failed at first, and money that is still missing. */
export type RetrySums = {
  /** Periods of the range that needed more than one attempt, and those of them that succeeded. */
  retried: number
  recovered: number
  recoveredCents: Cents
  /** Past due or unpaid now, and the prices of one period of each. */
  failing: number
  failingCents: Cents
}

/** Sums the retries of a merchant's charges in a range, and what fails now. */
export async function sumRetries(
  db: Queryable,
  { merchant, from, to }: { merchant: Address; from: number; to: number },
): Promise<RetrySums> {
  const { rows } = await db.query<Record<keyof RetrySums, string>>(
    `select * from (
       select count(distinct (subscription_id, period_index)) as retried,
         count(*) filter (where status = 'succeeded') as recovered,
         coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as "recoveredCents"
       from billing_events
       where merchant = $1 and created_at between $2 and $3 and attempt > 1
     ) as retries cross join (
       select count(*) as failing, coalesce(sum(price_cents), 0) as "failingCents"
       from subscriptions s join billing_plan_versions v
         on v.merchant = s.merchant and v.plan_id = s.plan_id and v.version = s.version
       where s.merchant = $1 and s.status in ('past_due', 'unpaid')
     ) as failures`,
    [merchant, from, to],
  )
  const row = rows[0]
  return {
    retried: Number(row?.retried ?? 0),
    recovered: Number(row?.recovered ?? 0),
    recoveredCents: cents(BigInt(row?.recoveredCents ?? 0)),
    failing: Number(row?.failing ?? 0),
    failingCents: cents(BigInt(row?.failingCents ?? 0)),
  }
}

/** Subscriptions that began in the same month and lasted equally long. */
export type CohortPart = {
  /** Counted from January of the year 0. */
  month: number
  /** Months from the month of start to the month of the end, or null while they last. */
  monthsUntilEnd: number | null
  count: number
}

/** Counts a merchant's subscriptions that began in a range of months. */
export async function listCohorts(
  db: Queryable,
  input: { merchant: Address; fromMonth: number; toMonth: number },
): Promise<CohortPart[]> {
  const { rows } = await db.query<{ month: number; months: number | null; count: string }>(
    `select month, ended_month - month as months, count(*) as count
     from (
       select ${monthOf('created_at')} as month, ${monthOf(`(${endedAt})`)} as ended_month
       from subscriptions where merchant = $1
     ) as begun
     where month between $2 and $3
     group by 1, 2 order by 1, 2`,
    [input.merchant, input.fromMonth, input.toMonth],
  )
  return rows.map(({ month, months, count }) => ({
    month,
    monthsUntilEnd: months,
    count: Number(count),
  }))
}

/** SQL: the end of the last whole period of a subscription `s`. A shorter one is not charged. */
const lastEnd = `(s.start_seconds
  + (s.end_seconds - s.start_seconds) / s.period_seconds * s.period_seconds)`

/** Sums the prices of charges that are due before a time. An overdue charge counts once. */
export async function sumDue(
  db: Queryable,
  { merchant, now, until }: { merchant: Address; now: number; until: number },
): Promise<Cents> {
  const { rows } = await db.query<{ due: string }>(
    `select coalesce(sum(
       v.price_cents * (1 + (least($3, ${lastEnd} * 1000.0) - greatest(s.next_charge_at, $2) - 1)
         ::bigint / (v.period_seconds * 1000))
     ), 0) as due
     from subscriptions s
     join billing_plan_versions v
       on v.merchant = s.merchant and v.plan_id = s.plan_id and v.version = s.version
     where s.merchant = $1 and s.status in ('active', 'past_due')
       and s.next_charge_at < least($3, ${lastEnd} * 1000.0) and ${lastEnd} * 1000.0 > $2`,
    [merchant, now, until],
  )
  return cents(BigInt(rows[0]?.due ?? 0))
}
