import type { Address, Hash } from '../../lib/hex.js'
import { receiptStatuses, statusFacts } from '../../lib/receipt-statuses.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

type ReceiptRef = { merchant: Address; receiptId: string }

/** The promise of money behind a firm hold. */
export type Backing = {
  payer: Address
  /** The pending transaction, or null for a signed payment. */
  hash: Hash | null
  /** A keyed hash of the network address that announced the transaction. */
  network: string | null
}

/** Firm holds of unpaid orders, except the order itself. */
export type FirmHoldCount = { current: CountByOwner; unpaid: CountByOwner }

type CountByOwner = { wallet: number; network: number; merchant: number }

const unpaid = receiptStatuses.filter((status) => !statusFacts[status].isSettled)

/** Lets one transaction at a time count and start firm holds. */
export async function lockFirmHolds(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('firm-holds', 39))`)
}

/** Counts the current firm holds, and those that ended unpaid after `after`, of an order's payer, networks and shop. */
export async function countFirmHolds(
  db: Queryable,
  input: ReceiptRef & Omit<Backing, 'hash'> & { now: UnixMs; after: UnixMs },
): Promise<FirmHoldCount> {
  const { rows } = await db.query<{
    is_current: boolean
    of_wallet: string
    of_network: string
    of_merchant: string
  }>(
    `select h.until > $5 as is_current,
       count(*) filter (where h.payer = $3) as of_wallet,
       count(*) filter (where h.networks && array_remove(array[own.order_network, $4], null)) as of_network,
       count(*) filter (where h.merchant = $1) as of_merchant
     from receipts own, firm_holds h join receipts r on r.merchant = h.merchant and r.id = h.receipt_id
     where own.merchant = $1 and own.id = $2 and h.until > $6 and r.status = any($7)
       and (h.merchant, h.receipt_id) <> ($1, $2)
     group by is_current`,
    [input.merchant, input.receiptId, input.payer, input.network, input.now, input.after, unpaid],
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

/** Saves the firm hold of a receipt. A newer backing replaces an older one. */
export async function saveFirmHold(
  db: Queryable,
  input: ReceiptRef & Backing & { until: UnixMs },
): Promise<void> {
  await db.query(
    `insert into firm_holds (merchant, receipt_id, payer, tx_hash, networks, until)
     select merchant, id, $3, $4, array_remove(array[order_network, $5], null), $6
     from receipts where merchant = $1 and id = $2
     on conflict (merchant, receipt_id) do update
       set payer = excluded.payer, tx_hash = excluded.tx_hash, networks = excluded.networks, until = excluded.until`,
    [input.merchant, input.receiptId, input.payer, input.hash, input.network, input.until],
  )
}

/** Ends a firm hold with this backing before its time; with a null payer, that of any payer. Returns false without one. */
export async function endFirmHoldNow(
  db: Queryable,
  input: ReceiptRef & Pick<Backing, 'hash'> & { payer: Address | null; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update firm_holds set until = $4
     where merchant = $1 and receipt_id = $2 and tx_hash is not distinct from $3 and until > $4
       and payer = coalesce($5, payer)`,
    [input.merchant, input.receiptId, input.hash, input.now, input.payer],
  )
  return rowCount === 1
}

/** Returns whether a pending transaction backs, or backed, the firm hold of a receipt. */
export async function isBackedBy(
  db: Queryable,
  { merchant, receiptId, hash }: ReceiptRef & { hash: Hash },
): Promise<boolean> {
  const { rows } = await db.query(
    'select from firm_holds where merchant = $1 and receipt_id = $2 and tx_hash = $3',
    [merchant, receiptId, hash],
  )
  return rows.length > 0
}

/** Deletes the firm hold of a receipt that received money. */
export async function deleteFirmHold(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query('delete from firm_holds where merchant = $1 and receipt_id = $2', [
    merchant,
    receiptId,
  ])
}

/** Deletes a batch of firm holds that ended at `before` or earlier. Returns their number. */
export async function deleteEndedFirmHolds(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from firm_holds where (merchant, receipt_id) in (
       select merchant, receipt_id from firm_holds where until <= $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}
