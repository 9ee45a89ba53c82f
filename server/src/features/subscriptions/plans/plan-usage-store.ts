import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { BillingPlanVersion } from './plan.js'

/** A version of a plan, and how many subscriptions it has. */
export type VersionUsage = Pick<
  BillingPlanVersion,
  'planId' | 'version' | 'priceCents' | 'period' | 'periodSeconds' | 'createdAt' | 'replacedAt'
> & {
  /** Charged in every period, or retried. */
  active: number
  paused: number
  /** Of the active ones, and those whose retries have ended. */
  failing: number
  ended: number
}

const columns = defineColumns<VersionUsage>({
  planId: 'text',
  version: 'int',
  priceCents: 'cents',
  period: 'text',
  periodSeconds: 'number',
  createdAt: 'time',
  replacedAt: 'time',
  active: 'number',
  paused: 'number',
  failing: 'number',
  ended: 'number',
})

/** Lists the versions of all plans of a merchant, the newest of each plan first. */
export async function listVersionUsage(db: Queryable, merchant: Address): Promise<VersionUsage[]> {
  return columns.list(
    db,
    `select ${columns.fields} from (
       select v.plan_id, v.version, price_cents, period, v.period_seconds, v.created_at, replaced_at,
         count(*) filter (where status in ('active', 'past_due')) as active,
         count(*) filter (where status = 'paused') as paused,
         count(*) filter (where status in ('past_due', 'unpaid')) as failing,
         count(*) filter (where status in ('canceled', 'revoked', 'expired')) as ended
       from billing_plan_versions v left join subscriptions s
         on s.merchant = v.merchant and s.plan_id = v.plan_id and s.version = v.version
       where v.merchant = $1
       group by v.merchant, v.plan_id, v.version
     ) as used order by plan_id, version desc`,
    [merchant],
  )
}
