import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { LimitName } from '../../platform/limits/limits.js'

/** A changed limit of a merchant. A null value means that it was removed. */
export type LimitChange = {
  merchant: Address
  name: LimitName
  value: number | null
  revision: number
}

type ChangeRow = { merchant: Address; name: LimitName; value: number | null; revision: string }

/** Lists the limits of merchants that changed after a revision, in order. */
export async function listLimitChanges(db: Queryable, after: number): Promise<LimitChange[]> {
  const { rows } = await db.query<ChangeRow>(
    `select merchant, name, value, revision from merchant_limits
     where revision > $1 order by revision`,
    [after],
  )
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }))
}

/** Returns the limits of a merchant by name. */
export async function listMerchantLimits(
  db: Queryable,
  merchant: Address,
): Promise<Partial<Record<LimitName, number>>> {
  const { rows } = await db.query<{ name: LimitName; value: number }>(
    `select name, value from merchant_limits
     where merchant = $1 and value is not null order by name`,
    [merchant],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/**
 * Sets limits of a merchant. Writes of all processes take turns until their transaction ends, so
 * that a reader of a revision has seen all earlier ones.
 */
export async function upsertMerchantLimits(
  db: Queryable,
  input: { merchant: Address; limits: ReadonlyMap<LimitName, number | null>; changedAt: UnixMs },
): Promise<void> {
  const { merchant, limits, changedAt } = input
  await db.query('lock table merchant_limits in share row exclusive mode')
  await db.query(
    `insert into merchant_limits (merchant, name, value, revision, changed_at)
     select $1, name, value, coalesce((select max(revision) from merchant_limits), 0) + 1, $4
     from unnest($2::text[], $3::double precision[]) as given (name, value)
     on conflict (merchant, name) do update
     set value = excluded.value, revision = excluded.revision, changed_at = excluded.changed_at`,
    [merchant, [...limits.keys()], [...limits.values()], changedAt],
  )
}
