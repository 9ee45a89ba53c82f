import type { Address, Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import { orderNetworkOf } from './read-model/held-order-store.js'

type ReceiptRef = { merchant: Address; receiptId: string }

/** The promise of money behind a firm hold. */
export type Backing = {
  payer: Address
  /** The pending transaction, or null for a signed payment. */
  hash: Hash | null
  /** A keyed hash of the network address that announced the transaction. */
  network: string | null
}

type FirmHold = ReceiptRef &
  Omit<Backing, 'network'> & {
    /** Also of the network address that placed the order. */
    networks: string[]
    until: UnixMs
  }

const holdColumns = defineColumns<FirmHold>({
  merchant: 'text',
  receiptId: 'text',
  payer: 'text',
  hash: { kind: 'text', name: 'tx_hash' },
  networks: 'texts',
  until: 'time',
})

/** Lets one transaction at a time count and start firm holds. */
export async function lockFirmHolds(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('firm-holds', 39))`)
}

/** Saves the firm hold of a receipt. A newer backing replaces an older one. */
export async function saveFirmHold(
  db: Queryable,
  input: ReceiptRef & Backing & { until: UnixMs },
): Promise<void> {
  await db.query(
    `insert into firm_holds (${holdColumns.names})
     values ($1, $2, $3, $4, array_remove(array[(${orderNetworkOf('$1', '$2')}), $5], null), $6)
     on conflict (merchant, receipt_id) do update
       set ${holdColumns.omit('merchant', 'receiptId').excluded}`,
    [input.merchant, input.receiptId, input.payer, input.hash, input.network, input.until],
  )
}

/**
 * Ends a firm hold with this backing before its time; with a null payer, that of any payer. Returns
 * false without one.
 */
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
