import type { Address, Hash } from '../../../lib/hex.js'
import { toBaseUnits, toCents, toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { NamedVersion, Plan, PlanPeriod, PlanVersion, PlanVersionRef } from './plan.js'

type VersionRow = {
  merchant: Address
  plan_id: string
  version: number
  price_cents: string
  period: PlanPeriod
  chain_id: string
  manager: Address
  token: Address
  owner: Address
  payout: Address
  price_units: string
  period_seconds: string
  fee_recipient: Address
  fee_bps: number
  plan_key: Hash
  spender: Address
  version_created_at: string
  replaced_at: string | null
}

type PlanRow = VersionRow & {
  name: string
  description: string
  trial_days: number
  grace_days: number
  is_active: boolean
  created_at: string
  updated_at: string
}

const versionColumns = `v.merchant, v.plan_id, v.version, v.price_cents, v.period, v.chain_id, v.manager, v.token, v.owner,
  v.payout, v.price_units, v.period_seconds, v.fee_recipient, v.fee_bps, v.plan_key, v.spender,
  v.created_at as version_created_at, v.replaced_at`

const selectPlans = `select ${versionColumns},
    p.name, p.description, p.trial_days, p.grace_days, p.is_active, p.created_at, p.updated_at
  from billing_plans p join billing_plan_versions v
    on v.merchant = p.merchant and v.plan_id = p.id and v.version = p.version`

/** Finds a plan of any merchant by its id, which callers may name alone. */
export async function findPlan(db: Queryable, id: string): Promise<Plan | null> {
  const { rows } = await db.query<PlanRow>(`${selectPlans} where p.id = $1`, [id])
  return rows[0] ? toPlan(rows[0]) : null
}

/** Lists plans of any merchants with their current versions. The order is arbitrary. */
export async function listPlansById(
  db: Queryable,
  refs: readonly { merchant: Address; planId: string }[],
): Promise<Plan[]> {
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
): Promise<Plan | null> {
  const locked = await db.query(
    'select from billing_plans where merchant = $1 and id = $2 for update',
    [merchant, id],
  )
  return locked.rowCount === 0 ? null : findPlan(db, id)
}

/** Lists a merchant's active plans, oldest first. Their number is limited. */
export async function listActivePlans(db: Queryable, merchant: Address): Promise<Plan[]> {
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
export async function insertPlan(db: Queryable, plan: Plan): Promise<void> {
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
export async function updatePlan(db: Queryable, plan: Plan): Promise<void> {
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

/** Makes a version the plan's current one. The caller must hold the plan's lock. */
export async function replaceVersion(db: Queryable, version: PlanVersion): Promise<void> {
  await db.query(
    `update billing_plan_versions set replaced_at = $4
     where merchant = $1 and plan_id = $2 and version < $3 and replaced_at is null`,
    [version.merchant, version.planId, version.version, version.createdAt],
  )
  await insertVersion(db, version)
  await db.query('update billing_plans set version = $3 where merchant = $1 and id = $2', [
    version.merchant,
    version.planId,
    version.version,
  ])
}

async function insertVersion(db: Queryable, version: PlanVersion): Promise<void> {
  await db.query(
    `insert into billing_plan_versions
       (merchant, plan_id, version, price_cents, period, chain_id, manager, token, owner, payout, price_units,
        period_seconds, fee_recipient, fee_bps, plan_key, spender, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      version.merchant,
      version.planId,
      version.version,
      version.priceCents,
      version.period,
      version.chainId,
      version.manager,
      version.token,
      version.owner,
      version.payout,
      version.priceUnits,
      version.periodSeconds,
      version.feeRecipient,
      version.feeBps,
      version.planKey,
      version.spender,
      version.createdAt,
    ],
  )
}

/** Finds the version of a plan that a spender contract belongs to. */
export async function findVersionOfSpender(
  db: Queryable,
  { merchant, planId, spender }: { merchant: Address; planId: string; spender: Address },
): Promise<PlanVersion | null> {
  const { rows } = await db.query<VersionRow>(
    `select ${versionColumns} from billing_plan_versions v
     where v.merchant = $1 and v.plan_id = $2 and v.spender = $3
     order by v.version desc limit 1`,
    [merchant, planId, spender],
  )
  return rows[0] ? toVersion(rows[0]) : null
}

/** Lists versions of plans of any merchants. The order is arbitrary. */
export async function listVersions(
  db: Queryable,
  refs: readonly PlanVersionRef[],
): Promise<NamedVersion[]> {
  const { rows } = await db.query<VersionRow & { name: string }>(
    `select distinct on (v.merchant, v.plan_id, v.version) ${versionColumns}, p.name
     from unnest($1::text[], $2::text[], $3::int[]) as named (merchant, plan_id, version)
     join billing_plan_versions v using (merchant, plan_id, version)
     join billing_plans p on p.merchant = v.merchant and p.id = v.plan_id`,
    [
      refs.map(({ merchant }) => merchant),
      refs.map(({ planId }) => planId),
      refs.map(({ version }) => version),
    ],
  )
  return rows.map((row) => ({ ...toVersion(row), planName: row.name }))
}

function toPlan(row: PlanRow): Plan {
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

function toVersion(row: VersionRow): PlanVersion {
  return {
    merchant: row.merchant,
    planId: row.plan_id,
    version: row.version,
    priceCents: toCents(row.price_cents),
    period: row.period,
    chainId: Number(row.chain_id),
    manager: row.manager,
    token: row.token,
    owner: row.owner,
    payout: row.payout,
    priceUnits: toBaseUnits(row.price_units),
    periodSeconds: Number(row.period_seconds),
    feeRecipient: row.fee_recipient,
    feeBps: row.fee_bps,
    planKey: row.plan_key,
    spender: row.spender,
    createdAt: toTime(row.version_created_at),
    replacedAt: toTimeOrNull(row.replaced_at),
  }
}
