import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { type Matter, receiptWebhooks } from '../../../platform/notifications/notification.js'

export type LowItem = {
  merchant: Address
  id: string
  sku: string
  stockQty: number
  lowStockQty: number
}

/** A catalog that is empty on purpose must not hide everything else. */
const maxOpenPerMerchant = 200

const isLow = 'i.stock_qty >= 0 and i.stock_qty <= i.low_stock_qty'

/** Lists active items that are low on stock and not reported. */
export async function listLowItems(db: Queryable, limit: number): Promise<LowItem[]> {
  const { rows } = await db.query<LowItem>(
    `select merchant, id, sku, stock_qty::float8 as "stockQty", low_stock_qty::float8 as "lowStockQty"
     from (
       select i.*, row_number() over (partition by i.merchant order by i.id) as place
       from items i
       where ${isLow} and i.active and not exists (
         select from notifications n
         where n.merchant = i.merchant and n.kind = 'low_stock' and n.open_key = i.id
       )
     ) as low
     where place <= ${maxOpenPerMerchant} - (
       select count(*) from notifications n
       where n.merchant = low.merchant and n.kind = 'low_stock' and n.open_key is not null
     )
     order by merchant, id limit $1`,
    [limit],
  )
  return rows
}

/** Lists the reported items that are no longer low on stock, not active, or deleted. */
export async function listRestocked(db: Queryable, limit: number): Promise<Matter[]> {
  const { rows } = await db.query<Matter>(
    `select n.merchant, n.kind, n.open_key as "subjectId" from notifications n
     where n.kind = 'low_stock' and n.open_key is not null and not exists (
       select from items i
       where i.merchant = n.merchant and i.id = n.open_key and ${isLow} and i.active
     )
     limit $1`,
    [limit],
  )
  return rows
}

/** So that an endpoint with many pending deliveries does not slow the check. */
const maxScanned = 1_000

/**
 * Lists the webhooks that were reported as failing and no longer are: disabled, deleted, or their
 * newest finished delivery arrived. Addresses of single receipts recover by a day without failure.
 */
export async function listRecoveredWebhooks(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<Matter[]> {
  const { rows } = await db.query<Matter>(
    `select n.merchant, n.kind, n.open_key as "subjectId" from notifications n
     where n.kind = 'webhook_failing' and n.open_key is not null and case n.open_key
       when '${receiptWebhooks}' then not exists (
         select from webhook_deliveries d
         where d.merchant = n.merchant and d.status = 'failed' and d.endpoint_id is null
           and d.created_at >= $1
       )
       else not exists (
         select from webhook_endpoints e
         where e.merchant = n.merchant and e.id = n.open_key and e.is_enabled
       ) or coalesce((
         select status from (
           select d.status, d.no from webhook_deliveries d
           where d.merchant = n.merchant and d.endpoint_id = n.open_key
           order by d.no desc limit ${maxScanned}
         ) as newest
         where status <> 'pending' order by no desc limit 1
       ) = 'delivered', false)
     end
     limit $2`,
    [unixMs(now - DAY_MS), limit],
  )
  return rows
}
