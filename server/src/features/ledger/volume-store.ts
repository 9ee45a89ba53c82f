import { type Micros, micros } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/** An amount in base units, and its value when it was received. */
type Sum = { units: bigint; usdMicros: Micros }

export type DayVolume = {
  /** Days since 1970, in UTC. */
  day: number
  asset: string
  sales: Sum
  fees: Sum
  refunds: Sum
  plans: Sum
}

type Row = { day: string; asset: string } & Record<`${Name}_${'units' | 'usd'}`, string | null>

type Name = keyof typeof conditions

/**
 * A sale takes the money from the buyer's credit, and a plan costs the merchant its price. Fees are
 * credits, which are negative.
 */
const conditions = {
  sales: { is: `p.kind = 'sale' and e.account = 'customer_credit'`, sign: 1n },
  fees: { is: `p.kind = 'sale' and e.account = 'platform_fee'`, sign: -1n },
  refunds: { is: `p.kind = 'refund' and e.account = 'refunds'`, sign: 1n },
  plans: { is: `p.kind = 'plan' and e.account = 'plan_fees'`, sign: 1n },
} as const

const columns = Object.entries(conditions)
  .map(
    ([name, { is }]) =>
      `sum(e.units) filter (where ${is}) as ${name}_units,
       sum(e.usd_micros) filter (where ${is}) as ${name}_usd`,
  )
  .join(', ')

/** Sums sales, fees, refunds and plans of all merchants by day and asset, newest day first. */
export async function sumVolume(
  db: Queryable,
  { from, to }: { from: UnixMs; to: UnixMs },
): Promise<DayVolume[]> {
  const { rows } = await db.query<Row>(
    `select p.at / 86400000 as day, e.asset, ${columns}
     from ledger_postings p
     join ledger_entries e on e.merchant = p.merchant and e.posting_key = p.key
       and e.account in ('customer_credit', 'platform_fee', 'refunds', 'plan_fees')
     where p.kind in ('sale', 'refund', 'plan') and p.at >= $1 and p.at < $2
     group by 1, 2 order by 1 desc, e.asset collate "C"`,
    [from, to],
  )
  return rows.map((row) => ({
    day: Number(row.day),
    asset: row.asset,
    sales: sumOf(row, 'sales'),
    fees: sumOf(row, 'fees'),
    refunds: sumOf(row, 'refunds'),
    plans: sumOf(row, 'plans'),
  }))
}

function sumOf(row: Row, name: Name): Sum {
  const { sign } = conditions[name]
  return {
    units: sign * BigInt(row[`${name}_units`] ?? 0),
    usdMicros: micros(sign * BigInt(row[`${name}_usd`] ?? 0)),
  }
}
