import { type Address, parseAddress } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Subscription } from '../subscription.js'
import { endedAt, listSubscriptionsWhere } from '../subscription-store.js'
import type { Parties } from './status-access.js'
import type { SubscriptionStatus } from './subscription-status.js'

/** A position in a list: the subscriptions created before it follow. */
export type PageStart = { createdAt: UnixMs; id: string }

/** Which subscriptions to list. Null selects all. */
export type SubscriptionFilter = {
  planId: string | null
  /** Any of these. */
  statuses: readonly SubscriptionStatus[] | null
  /** The first and the last time of the next charge. Subscriptions without one match neither. */
  nextChargeFrom: number | null
  nextChargeTo: number | null
  createdFrom: number | null
  createdTo: number | null
  /** The first and the last time of the end. Subscriptions that last match neither. */
  endedFrom: number | null
  endedTo: number | null
  term: string | null
}

type Bind = (value: unknown) => string

/** Lists subscriptions, newest first. */
export async function listSubscriptions(
  db: Queryable,
  {
    of,
    filter,
    after,
    limit,
  }: { of: Parties; filter: SubscriptionFilter; after: PageStart; limit: number },
): Promise<Subscription[]> {
  const params: unknown[] = [after.createdAt, after.id, limit]
  const conditions = [
    '(created_at, id) < ($1, $2)',
    ...conditionsOf({ ...of, ...filter }, (value) => `$${params.push(value)}`),
  ]
  return listSubscriptionsWhere(
    db,
    `${conditions.join(' and ')} order by created_at desc, id desc limit $3`,
    params,
  )
}

/** A statement has only the conditions it needs, so that the database can choose an index. */
function conditionsOf(filter: Parties & SubscriptionFilter, bind: Bind): string[] {
  const { merchant, customer, planId, statuses, nextChargeFrom, nextChargeTo, term } = filter
  const { createdFrom, createdTo, endedFrom, endedTo } = filter
  return [
    ...(merchant ? [`merchant = ${bind(merchant)}`] : []),
    ...(customer ? [`customer = ${bind(customer)}`] : []),
    ...(planId !== null ? [`plan_id = ${bind(planId)}`] : []),
    ...(statuses !== null ? [`status = any(${bind(statuses)})`] : []),
    ...(nextChargeFrom !== null ? [`next_charge_at >= ${bind(nextChargeFrom)}`] : []),
    ...(nextChargeTo !== null ? [`next_charge_at <= ${bind(nextChargeTo)}`] : []),
    ...(createdFrom !== null ? [`created_at >= ${bind(createdFrom)}`] : []),
    ...(createdTo !== null ? [`created_at <= ${bind(createdTo)}`] : []),
    ...(endedFrom !== null ? [`(${endedAt}) >= ${bind(endedFrom)}`] : []),
    ...(endedTo !== null ? [`(${endedAt}) <= ${bind(endedTo)}`] : []),
    ...(term !== null ? [matchesTerm(term, bind)] : []),
  ]
}

/** SQL: a wallet or an id begins with the term, or the name of the plan contains it. */
function matchesTerm(term: string, bind: Bind): string {
  const wallet = parseAddress(term)
  // Found by an index, unlike the start of one.
  if (wallet) return `customer = ${bind(wallet)}`
  const text = term.replaceAll(/[\\%_]/g, '\\$&')
  const start = bind(`${text}%`)
  return `(id like ${start} or customer like lower(${start}) or exists (
    select from billing_plans p where p.merchant = subscriptions.merchant and p.id = subscriptions.plan_id
      and p.name ilike ${bind(`%${text}%`)}
  ))`
}

/** A position in the order of a forecast: the subscriptions after it follow. */
export type ForecastStart = { customer: string; id: string }

/** Lists a merchant's subscriptions with something due before a time, by customer. */
export async function listForecastIds(
  db: Queryable,
  {
    merchant,
    until,
    after,
    limit,
  }: { merchant: Address; until: UnixMs; after: ForecastStart; limit: number },
): Promise<{ customer: Address; id: string }[]> {
  const { rows } = await db.query<{ customer: Address; id: string }>(
    `select customer, id from subscriptions
     where merchant = $1 and status in ('active', 'past_due', 'unpaid')
       and (customer, id) > ($2, $3) and least(due_at, next_charge_at) < $4
     order by customer, id limit $5`,
    [merchant, after.customer, after.id, until, limit],
  )
  return rows
}
