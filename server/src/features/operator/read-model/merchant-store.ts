import { isInForce } from '../../../auth/merchants/plan-store.js'
import { type Plan, plans } from '../../../auth/plans.js'
import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { Position } from '../position.js'

export const merchantStatuses = ['active', 'suspended', 'unclaimed'] as const
type MerchantStatus = (typeof merchantStatuses)[number]

export type ListedMerchant = {
  wallet: Address
  owner: Address | null
  name: string
  slug: string
  /** The best plan in force. */
  plan: Plan
  status: MerchantStatus
  suspendedAt: UnixMs | null
  suspendedReason: string | null
  createdAt: UnixMs
}

export type MerchantFilter = {
  /** A wallet, or a part of a name or slug. */
  text: string | null
  status: MerchantStatus | null
  plan: Plan | null
}

const ranked = `array[${Object.keys(plans)
  .map((plan) => `'${plan}'`)
  .join(', ')}]`

const status = `case when m.suspended_at is not null then 'suspended'
  when m.is_unclaimed then 'unclaimed' else 'active' end`

const merchantColumns = defineColumns<ListedMerchant>({
  wallet: 'text',
  owner: { kind: 'text', sql: 'o.person' },
  name: { kind: 'text', sql: `coalesce(s.config ->> 'name', '')` },
  slug: { kind: 'text', sql: `coalesce(s.config ->> 'slug', '')` },
  plan: { kind: 'text', sql: `coalesce(p.plan, 'starter')` },
  status: { kind: 'text', sql: status },
  suspendedAt: 'time',
  suspendedReason: 'text',
  createdAt: 'time',
})

/** SQL of all merchants at the time `$1`, with a condition. */
function merchantsWhere(condition: string): string {
  return `select ${merchantColumns.fieldsOf('m')}
     from merchants m
     left join members o on o.merchant = m.wallet and o.role = 'owner'
     left join shops s on s.merchant = m.wallet
     left join lateral (
       select b.plan from plan_subscriptions b
       where b.merchant = m.wallet and ${isInForce('b', '$1')}
       order by array_position(${ranked}, b.plan) desc limit 1
     ) p on true
     where ${condition}`
}

/** Lists merchants, newest first, before a position if any. */
export async function listMerchants(
  db: Queryable,
  input: { filter: MerchantFilter; before: Position | null; limit: number; now: UnixMs },
): Promise<ListedMerchant[]> {
  const { filter, before, limit, now } = input
  return merchantColumns.list(
    db,
    `${merchantsWhere(`
       ($2::bigint is null or (m.created_at, m.wallet) < ($2, $3))
       and ($4::text is null or ${status} = $4)
       and ($5::text is null or coalesce(p.plan, 'starter') = $5)
       and ($6::text is null or m.wallet = lower($6) or o.person = lower($6)
         or s.config ->> 'name' ilike $7 or s.config ->> 'slug' ilike $7)`)}
     order by m.created_at desc, m.wallet desc limit $8`,
    [
      now,
      before?.createdAt ?? null,
      before?.id ?? null,
      filter.status,
      filter.plan,
      filter.text,
      filter.text === null ? null : `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`,
      limit,
    ],
  )
}

export async function findMerchant(
  db: Queryable,
  { wallet, now }: { wallet: Address; now: UnixMs },
): Promise<ListedMerchant | null> {
  return merchantColumns.find(db, merchantsWhere('m.wallet = $2'), [now, wallet])
}

/** Counts the members, the active keys and up to `maxCounted` receipts of a merchant. */
export async function countParts(
  db: Queryable,
  { wallet, now, maxCounted }: { wallet: Address; now: UnixMs; maxCounted: number },
): Promise<{ members: number; keys: number; receipts: number }> {
  const { rows } = await db.query<{ members: number; keys: number; receipts: number }>(
    `select
       (select count(*)::int from members where merchant = $1 and joined_at is not null) as members,
       (select count(*)::int from developer_keys where merchant = $1 and revoked_at is null
          and (expires_at is null or expires_at > $2)) as keys,
       (select count(*)::int from (
          select from receipts where merchant = $1 limit $3
        ) as counted) as receipts`,
    [wallet, now, maxCounted],
  )
  return rows[0] ?? { members: 0, keys: 0, receipts: 0 }
}
