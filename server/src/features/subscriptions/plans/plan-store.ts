import type { Address } from '../../../lib/hex.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { BillingPlan } from './plan.js'
import { insertVersion, toVersion, type VersionRow, versionColumns } from './plan-version-store.js'

type PlanRow = VersionRow & {
  name: string
  description: string
  trial_days: number
  grace_days: number
  is_active: boolean
  created_at: string
  updated_at: string
}

const selectPlans = `select ${versionColumns},
    p.name, p.description, p.trial_days, p.grace_days, p.is_active, p.created_at, p.updated_at
  from billing_plans p join billing_plan_versions v
    on v.merchant = p.merchant and v.plan_id = p.id and v.version = p.version`

/** Finds a plan of any merchant by its id, which callers may name alone. */
export async function findPlan(db: Queryable, id: string): Promise<BillingPlan | null> {
  const { rows } = await db.query<PlanRow>(`${selectPlans} where p.id = $1`, [id])
  return rows[0] ? toPlan(rows[0]) : null
}

/** Lists plans of any merchants with their current versions. The order is arbitrary. */
export async function listPlansById(
  db: Queryable,
  refs: readonly { merchant: Address; planId: string }[],
): Promise<BillingPlan[]> {
  const { rows } = await db.query<PlanRow>(
    `${selectPlans} where (p.merchant, p.id) in (select * from unnest($1::text[], $2::text[]))`,
    [refs.map(({ merchant }) => merchant), refs.map(({ planId }) => planId)],
  )
  return rows.map(toPlan)
}

/** Finds a merchant's plan and locks it against changes until the transaction ends. */
export async function lockPlan(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<BillingPlan | null> {
  const locked = await db.query(
    'select from billing_plans where merchant = $1 and id = $2 for update',
    [merchant, id],
  )
  return locked.rowCount === 0 ? null : findPlan(db, id)
}

/** Lists a merchant's active plans, oldest first. Their number is limited. */
export async function listActivePlans(db: Queryable, merchant: Address): Promise<BillingPlan[]> {
  const { rows } = await db.query<PlanRow>(
    `${selectPlans} where p.merchant = $1 and p.is_active order by p.created_at, p.id`,
    [merchant],
  )
  return rows.map(toPlan)
}

/** Counts a merchant's active plans, except `besides`. */
export async function countActivePlans(
  db: Queryable,
  { merchant, besides }: { merchant: Address; besides: string },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from billing_plans
     where merchant = $1 and is_active and id <> $2`,
    [merchant, besides],
  )
  return rows[0]?.count ?? 0
}

/** Inserts a plan with its first version. */
export async function insertPlan(db: Queryable, plan: BillingPlan): Promise<void> {
  await db.query(
    `insert into billing_plans
       (merchant, id, name, description, trial_days, grace_days, is_active, version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      plan.merchant,
      plan.id,
      plan.name,
      plan.description,
      plan.trialDays,
      plan.graceDays,
      plan.isActive,
      plan.version.version,
      plan.createdAt,
      plan.updatedAt,
    ],
  )
  await insertVersion(db, plan.version)
}

/** Saves the details of a plan, but not its version. The caller must hold the plan's lock. */
export async function updatePlan(db: Queryable, plan: BillingPlan): Promise<void> {
  await db.query(
    `update billing_plans
     set name = $3, description = $4, trial_days = $5, grace_days = $6, is_active = $7, updated_at = $8
     where merchant = $1 and id = $2`,
    [
      plan.merchant,
      plan.id,
      plan.name,
      plan.description,
      plan.trialDays,
      plan.graceDays,
      plan.isActive,
      plan.updatedAt,
    ],
  )
}

function toPlan(row: PlanRow): BillingPlan {
  return {
    merchant: row.merchant,
    id: row.plan_id,
    name: row.name,
    description: row.description,
    trialDays: row.trial_days,
    graceDays: row.grace_days,
    isActive: row.is_active,
    version: toVersion(row),
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}
