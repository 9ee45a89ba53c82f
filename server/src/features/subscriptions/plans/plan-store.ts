import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { BillingPlan, BillingPlanVersion } from './plan.js'
import { insertVersion, versionColumns } from './plan-version-store.js'

type Details = Omit<BillingPlan, 'merchant' | 'id' | 'version' | 'createdAt' | 'updatedAt'> & {
  planCreatedAt: UnixMs
  planUpdatedAt: UnixMs
}

const planColumns = versionColumns.with<Details>({
  name: { kind: 'text', sql: 'p.name' },
  description: { kind: 'text', sql: 'p.description' },
  trialDays: { kind: 'int', sql: 'p.trial_days' },
  graceDays: { kind: 'int', sql: 'p.grace_days' },
  isActive: { kind: 'boolean', sql: 'p.is_active' },
  revision: { kind: 'int', sql: 'p.revision' },
  planCreatedAt: { kind: 'time', sql: 'p.created_at' },
  planUpdatedAt: { kind: 'time', sql: 'p.updated_at' },
})

/** Lists plans with their current versions. */
async function listPlans(
  db: Queryable,
  condition: string,
  params: readonly unknown[],
): Promise<BillingPlan[]> {
  const plans = await planColumns.list(
    db,
    `select ${planColumns.fieldsOf('v')}
     from billing_plans p join billing_plan_versions v
       on v.merchant = p.merchant and v.plan_id = p.id and v.version = p.version
     where ${condition}`,
    params,
  )
  return plans.map(toPlan)
}

/** Finds a plan of any merchant by its id, which callers may name alone. */
export async function findPlan(db: Queryable, id: string): Promise<BillingPlan | null> {
  const [plan] = await listPlans(db, 'p.id = $1', [id])
  return plan ?? null
}

/** Lists plans of any merchants with their current versions. The order is arbitrary. */
export async function listPlansById(
  db: Queryable,
  refs: readonly { merchant: Address; planId: string }[],
): Promise<BillingPlan[]> {
  return listPlans(db, '(p.merchant, p.id) in (select * from unnest($1::text[], $2::text[]))', [
    refs.map(({ merchant }) => merchant),
    refs.map(({ planId }) => planId),
  ])
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
  return listPlans(db, 'p.merchant = $1 and p.is_active order by p.created_at, p.id', [merchant])
}

/** Lists all plans of a merchant, active ones first, the newest first. */
export async function listAllPlans(db: Queryable, merchant: Address): Promise<BillingPlan[]> {
  return listPlans(db, 'p.merchant = $1 order by p.is_active desc, p.created_at desc, p.id', [
    merchant,
  ])
}

/** Counts a merchant's active plans, except `exceptId`. */
export async function countActivePlans(
  db: Queryable,
  { merchant, exceptId }: { merchant: Address; exceptId: string },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from billing_plans
     where merchant = $1 and is_active and id <> $2`,
    [merchant, exceptId],
  )
  return rows[0]?.count ?? 0
}

/** Inserts a plan with its first version. */
export async function insertPlan(db: Queryable, plan: BillingPlan): Promise<void> {
  await db.query(
    `insert into billing_plans
       (merchant, id, name, description, trial_days, grace_days, is_active, version, revision,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      plan.merchant,
      plan.id,
      plan.name,
      plan.description,
      plan.trialDays,
      plan.graceDays,
      plan.isActive,
      plan.version.version,
      plan.revision,
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
     set name = $3, description = $4, trial_days = $5, grace_days = $6, is_active = $7,
       updated_at = $8, revision = $9
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
      plan.revision,
    ],
  )
}

function toPlan({
  name,
  description,
  trialDays,
  graceDays,
  isActive,
  revision,
  planCreatedAt,
  planUpdatedAt,
  ...version
}: BillingPlanVersion & Details): BillingPlan {
  return {
    merchant: version.merchant,
    id: version.planId,
    name,
    description,
    trialDays,
    graceDays,
    isActive,
    revision,
    version,
    createdAt: planCreatedAt,
    updatedAt: planUpdatedAt,
  }
}
