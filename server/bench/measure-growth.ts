import type { Address } from '../src/lib/hex.js'
import type { Db } from '../src/platform/db/db.js'
import { openService } from './open-service.js'
import { median, print } from './statistics.js'

/**
 * The time of requests by the number of the merchant's receipts, and of other merchants with ten
 * each.
 */
export type Growth = { receipts: number; merchants: number; listMs: number; receiptMs: number }

const calls = 41
const step = 10_000

/** Measures a list of 100 receipts and one receipt while the tables grow. */
export async function measureGrowth(maxima: {
  receipts: number
  merchants: number
}): Promise<Growth[]> {
  const service = await openService({ SANDBOX_CHAIN: 'off' })
  const { db, headers, merchant, origin } = service
  const time = async (path: string) => {
    const times: number[] = []
    for (let call = 0; call < calls; call += 1) {
      const began = performance.now()
      const response = await fetch(`${origin}${path}`, { headers })
      const body = await response.text()
      times.push(performance.now() - began)
      if (!response.ok) throw new Error(body)
    }
    return median(times)
  }

  const growths: Growth[] = []
  const size = { receipts: 0, merchants: 0 }
  async function grow(to: { receipts: number; merchants: number }): Promise<void> {
    await insertReceipts(db, { of: merchant, from: size.receipts + 1, to: to.receipts })
    await insertReceipts(db, { of: null, from: size.merchants * 10 + 1, to: to.merchants * 10 })
    Object.assign(size, to)
    await service.maintain('analyze receipts, timeline_entries')
    const listMs = await time('/api/receipts?limit=100')
    growths.push({ ...size, listMs, receiptMs: await time('/api/receipts/r-1') })
    print(`Growth: ${size.receipts} receipts, ${size.merchants} other merchants`)
  }
  for (let receipts = 1_000; receipts <= maxima.receipts; receipts *= 10) {
    await grow({ receipts, merchants: 0 })
  }
  for (let merchants = 1; merchants <= maxima.merchants; merchants *= 10) {
    await grow({ receipts: size.receipts, merchants })
  }
  await service.stop()
  return growths
}

const columns = `merchant, id, kind, status, currency, total_usd_cents, lines, jurisdiction_code,
  tax_rate_ppm, tax_components, brand_name, payout_address, created_at, updated_at`

/**
 * Inserts paid receipts with five lines and two timeline entries, of one merchant or ten of each
 * other merchant.
 */
async function insertReceipts(
  db: Db,
  range: { of: Address | null; from: number; to: number },
): Promise<void> {
  for (let from = range.from; from <= range.to; from += step) {
    const to = Math.min(from + step - 1, range.to)
    await db.transaction(async (tx) => {
      // Leaves out checks of foreign keys.
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `with numbers as (
           select n, coalesce($1, '0x' || lpad(to_hex(n / 10), 40, '0')) as merchant
           from generate_series($2::bigint, $3::bigint) as n
         ), made as (
           insert into receipts (${columns})
           select merchant, 'r-' || n, 'order', 'paid', 'USD', 6250,
             (select jsonb_agg(jsonb_build_object(
               'kind', 'item', 'label', 'Item ' || line, 'itemId', 'i' || line, 'usdCents', 1250, 'qty', 2
             )) from generate_series(1, 5) as line),
             'US-CA', 95000, '{State}', 'Bench', merchant, $4::bigint - n, $4::bigint - n
           from numbers
         )
         insert into timeline_entries (merchant, receipt_id, seq, status, at, made_by)
         select merchant, 'r-' || n, seq, (array['generated', 'paid'])[seq], $4::bigint - n, 'bench'
         from numbers cross join generate_series(1, 2) as seq`,
        [range.of, from, to, Date.now()],
      )
    })
  }
}
