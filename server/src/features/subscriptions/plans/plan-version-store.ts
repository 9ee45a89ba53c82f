import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { BillingPlanVersion, BillingPlanVersionRef, NamedVersion } from './plan.js'

/** The columns of a version. */
export const versionColumns = defineColumns<BillingPlanVersion>({
  merchant: 'text',
  planId: 'text',
  version: 'int',
  priceCents: 'cents',
  period: 'text',
  chainId: 'number',
  manager: 'text',
  token: 'text',
  owner: 'text',
  payout: 'text',
  priceUnits: 'units',
  periodSeconds: 'number',
  feeRecipient: 'text',
  feeBps: 'int',
  splitFeeBps: 'int',
  splitRecipients: 'text',
  splitSalt: 'text',
  canceler: 'text',
  planKey: 'text',
  spender: 'text',
  createdAt: 'time',
  replacedAt: 'time',
})
const namedColumns = versionColumns.with<Pick<NamedVersion, 'planName'>>({
  planName: { kind: 'text', sql: 'p.name' },
})
const newColumns = versionColumns.omit('replacedAt')
const refColumns = versionColumns.pick('merchant', 'planId', 'version')

/** Inserts a version. `replaceVersion` also makes it the current one. */
export async function insertVersion(db: Queryable, version: BillingPlanVersion): Promise<void> {
  await db.query(
    `insert into billing_plan_versions (${newColumns.names}) values (${newColumns.placeholders})`,
    newColumns.paramsOf(version),
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
  return versionColumns.find(
    db,
    `select ${versionColumns.fieldsOf('v')} from billing_plan_versions v
     where v.merchant = $1 and v.plan_id = $2 and v.spender = $3
     order by v.version desc limit 1`,
    [merchant, planId, spender],
  )
}

/** Finds the version of a merchant's spender contract, with the name of its plan. */
export async function findNamedVersion(
  db: Queryable,
  { merchant, spender }: { merchant: Address; spender: Address },
): Promise<NamedVersion | null> {
  return namedColumns.find(
    db,
    `select ${namedColumns.fieldsOf('v')} from billing_plan_versions v
     join billing_plans p on p.merchant = v.merchant and p.id = v.plan_id
     where v.merchant = $1 and v.spender = $2 limit 1`,
    [merchant, spender],
  )
}

/** Lists versions of plans of any merchants. The order is arbitrary. */
export async function listVersions(
  db: Queryable,
  refs: readonly BillingPlanVersionRef[],
): Promise<NamedVersion[]> {
  return namedColumns.list(
    db,
    `select distinct on (v.merchant, v.plan_id, v.version) ${namedColumns.fieldsOf('v')}
     from ${refColumns.unnest} as named (${refColumns.names})
     join billing_plan_versions v using (${refColumns.names})
     join billing_plans p on p.merchant = v.merchant and p.id = v.plan_id`,
    refColumns.batchOf(refs),
  )
}
