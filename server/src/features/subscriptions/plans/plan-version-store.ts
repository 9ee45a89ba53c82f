import type { Address, Hash } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import {
  toBaseUnits,
  toCents,
  toTime,
  toTimeOrNull,
  valuesOf,
} from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { BillingPlanVersion, BillingPlanVersionRef, NamedVersion, PlanPeriod } from './plan.js'

export type VersionRow = {
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
  split_fee_bps: number
  split_recipients: Hex | null
  split_salt: Hex | null
  canceler: Address
  plan_key: Hash
  spender: Address
  version_created_at: string
  replaced_at: string | null
}

/** The columns of a version `v`. */
export const versionColumns = `v.merchant, v.plan_id, v.version, v.price_cents, v.period, v.chain_id, v.manager, v.token, v.owner,
  v.payout, v.price_units, v.period_seconds, v.fee_recipient, v.fee_bps, v.split_fee_bps, v.split_recipients,
  v.split_salt, v.canceler, v.plan_key, v.spender,
  v.created_at as version_created_at, v.replaced_at`

/** Inserts a version. `replaceVersion` also makes it the current one. */
export async function insertVersion(db: Queryable, version: BillingPlanVersion): Promise<void> {
  await db.query(
    `insert into billing_plan_versions
       (merchant, plan_id, version, price_cents, period, chain_id, manager, token, owner, payout, price_units,
        period_seconds, fee_recipient, fee_bps, plan_key, spender, created_at, split_fee_bps, split_recipients,
        split_salt, canceler)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
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
      version.splitFeeBps,
      version.splitRecipients,
      version.splitSalt,
      version.canceler,
    ],
  )
}

/** Makes a version the plan's current one. The caller must hold the plan's lock. */
export async function replaceVersion(db: Queryable, version: BillingPlanVersion): Promise<void> {
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

/** Finds the version of a plan that a spender contract belongs to. */
export async function findVersionOfSpender(
  db: Queryable,
  { merchant, planId, spender }: { merchant: Address; planId: string; spender: Address },
): Promise<BillingPlanVersion | null> {
  const { rows } = await db.query<VersionRow>(
    `select ${versionColumns} from billing_plan_versions v
     where v.merchant = $1 and v.plan_id = $2 and v.spender = $3
     order by v.version desc limit 1`,
    [merchant, planId, spender],
  )
  return rows[0] ? toVersion(rows[0]) : null
}

/** Finds the version of a merchant's spender contract, with the name of its plan. */
export async function findNamedVersion(
  db: Queryable,
  { merchant, spender }: { merchant: Address; spender: Address },
): Promise<NamedVersion | null> {
  const { rows } = await db.query<VersionRow & { name: string }>(
    `select ${versionColumns}, p.name from billing_plan_versions v
     join billing_plans p on p.merchant = v.merchant and p.id = v.plan_id
     where v.merchant = $1 and v.spender = $2 limit 1`,
    [merchant, spender],
  )
  return rows[0] ? { ...toVersion(rows[0]), planName: rows[0].name } : null
}

/** Lists versions of plans of any merchants. The order is arbitrary. */
export async function listVersions(
  db: Queryable,
  refs: readonly BillingPlanVersionRef[],
): Promise<NamedVersion[]> {
  const { rows } = await db.query<VersionRow & { name: string }>(
    `select distinct on (v.merchant, v.plan_id, v.version) ${versionColumns}, p.name
     from unnest($1::text[], $2::text[], $3::int[]) as named (merchant, plan_id, version)
     join billing_plan_versions v using (merchant, plan_id, version)
     join billing_plans p on p.merchant = v.merchant and p.id = v.plan_id`,
    valuesOf(refs, ['merchant', 'planId', 'version']),
  )
  return rows.map((row) => ({ ...toVersion(row), planName: row.name }))
}

/** Returns a version from its columns. */
export function toVersion(row: VersionRow): BillingPlanVersion {
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
    splitFeeBps: row.split_fee_bps,
    splitRecipients: row.split_recipients,
    splitSalt: row.split_salt,
    canceler: row.canceler,
    planKey: row.plan_key,
    spender: row.spender,
    createdAt: toTime(row.version_created_at),
    replacedAt: toTimeOrNull(row.replaced_at),
  }
}
