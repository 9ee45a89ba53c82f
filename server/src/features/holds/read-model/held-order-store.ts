import type { Address } from '../../../lib/hex.js'
import { receiptStatuses, statusFacts } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { soldOutItems } from './sold-out-sql.js'

type ReceiptRef = { merchant: Address; receiptId: string }

/** Firm holds of unpaid orders, except the order itself. */
export type FirmHoldCount = { current: CountByOwner; unpaid: CountByOwner }

type CountByOwner = { wallet: number; network: number; merchant: number }

const unpaidStatuses = receiptStatuses.filter((status) => !statusFacts[status].isSettled)

/** SQL of the keyed hash of the network address that placed an order. Takes its key as SQL. */
export const orderNetworkOf = (merchant: string, id: string) =>
  `select order_network from receipts where merchant = ${merchant} and id = ${id}`

/**
 * Counts the current firm holds, and those that ended unpaid after `after`, of an order's payer,
 * networks and shop.
 */
export async function countFirmHolds(
  db: Queryable,
  input: ReceiptRef & { payer: Address; network: string | null; now: UnixMs; after: UnixMs },
): Promise<FirmHoldCount> {
  const { rows } = await db.query<{
    is_current: boolean
    of_wallet: string
    of_network: string
    of_merchant: string
  }>(
    `select h.until > $5 as is_current,
       count(*) filter (where h.payer = $3) as of_wallet,
       count(*) filter (
         where h.networks && array_remove(array[placed.order_network, $4], null)
       ) as of_network,
       count(*) filter (where h.merchant = $1) as of_merchant
     from receipts placed, firm_holds h
       join receipts r on r.merchant = h.merchant and r.id = h.receipt_id
     where placed.merchant = $1 and placed.id = $2 and h.until > $6 and r.status = any($7)
       and (h.merchant, h.receipt_id) <> ($1, $2)
     group by is_current`,
    [
      input.merchant,
      input.receiptId,
      input.payer,
      input.network,
      input.now,
      input.after,
      unpaidStatuses,
    ],
  )
  const countOf = (isCurrent: boolean): CountByOwner => {
    const row = rows.find(({ is_current }) => is_current === isCurrent)
    return {
      wallet: Number(row?.of_wallet ?? 0),
      network: Number(row?.of_network ?? 0),
      merchant: Number(row?.of_merchant ?? 0),
    }
  }
  return { current: countOf(true), unpaid: countOf(false) }
}

/** Returns the ids of the sold-out items of an order without a key. */
export async function listSoldOutItems(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<string[]> {
  const { rows } = await db.query<{ item_id: string }>(
    `select sold_out.item_id
     from receipts r cross join lateral (${soldOutItems}) as sold_out
     where r.merchant = $1 and r.id = $2 order by sold_out.item_id`,
    [merchant, receiptId],
  )
  return rows.map(({ item_id }) => item_id)
}
