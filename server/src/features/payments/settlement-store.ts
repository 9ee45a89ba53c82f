import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { ExpectedSettlement, ReceiptRef, Settlement } from './payment.js'

const storedColumns = defineColumns<ExpectedSettlement & { settledVersion: bigint }>({
  version: 'bigint',
  settledVersion: 'bigint',
  dueAfter: 'time',
  notBefore: 'time',
  statusBefore: 'text',
  notedMicros: 'micros',
  finalAtBlock: 'bigint',
  safeAtBlock: 'bigint',
  ledgerRevision: 'int',
  isOnInclusion: { kind: 'boolean', name: 'on_inclusion' },
})
const columns = storedColumns.omit('settledVersion')
const savedColumns = storedColumns.omit('version', 'isOnInclusion')

/** Marks receipts for settlement. */
export async function raiseVersions(db: Queryable, refs: readonly ReceiptRef[]): Promise<void> {
  if (refs.length === 0) return
  await db.query(
    `insert into settlements (merchant, receipt_id, version, settled_version)
     select merchant, receipt_id, 1, 0
     from unnest($1::text[], $2::text[]) as given (merchant, receipt_id)
     group by merchant, receipt_id order by merchant, receipt_id
     on conflict (merchant, receipt_id) do update
       set version = settlements.version + 1, due_after = settlements.not_before`,
    [refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId)],
  )
}

/** Marks a receipt for settlement if it has payments. */
export async function raiseVersion(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query(
    'update settlements set version = version + 1 where merchant = $1 and receipt_id = $2',
    [merchant, receiptId],
  )
}

/** Makes a receipt paid as soon as its payment is in a block, and marks it for settlement. */
export async function setOnInclusion(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query(
    `insert into settlements (merchant, receipt_id, version, settled_version, on_inclusion)
     values ($1, $2, 1, 0, true)
     on conflict (merchant, receipt_id) do update
       set version = settlements.version + 1, due_after = settlements.not_before, on_inclusion = true`,
    [merchant, receiptId],
  )
}

/** Makes a receipt wait for confirmations again, and marks it for settlement. */
export async function clearOnInclusion(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query(
    `update settlements set version = version + 1, due_after = 0, on_inclusion = false
     where merchant = $1 and receipt_id = $2 and on_inclusion`,
    [merchant, receiptId],
  )
}

/** Marks completed receipts for settlement whose last block has become final. */
export async function raiseFinal(
  db: Queryable,
  { finalizedNumber }: { finalizedNumber: bigint },
): Promise<void> {
  await db.query(
    `update settlements set version = version + 1, final_at_block = null
     where final_at_block is not null and final_at_block <= $1`,
    [finalizedNumber],
  )
}

/** Marks receipts for settlement whose payments have become safe. */
export async function raiseSafe(
  db: Queryable,
  { safeNumber }: { safeNumber: bigint },
): Promise<void> {
  await db.query(
    `update settlements set version = version + 1, safe_at_block = null
     where safe_at_block is not null and safe_at_block <= $1`,
    [safeNumber],
  )
}

/** Returns whether a receipt waits for a safe block. */
export async function isSafeWanted(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select from settlements where safe_at_block is not null limit 1')
  return rows.length > 0
}

/** Lists receipts that are due for settlement, the longest waiting first. */
export async function listDue(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<ReceiptRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `select merchant, receipt_id from settlements
     where version <> settled_version and due_after <= $1 order by due_after limit $2`,
    [now, limit],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}

/** Postpones the settlement of a receipt, whatever happens on chain until then. */
export async function postponeSettlement(
  db: Queryable,
  { merchant, receiptId, until }: ReceiptRef & { until: UnixMs },
): Promise<void> {
  await db.query(
    `update settlements set due_after = $3, not_before = $3 where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId, until],
  )
}

export async function deleteSettlement(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query('delete from settlements where merchant = $1 and receipt_id = $2', [
    merchant,
    receiptId,
  ])
}

/** Finds the settlement of a locked receipt. */
export async function findSettlement(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<ExpectedSettlement | null> {
  return columns.find(
    db,
    `select ${columns.fields} from settlements where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
}

/** Saves a settlement of a version. If the version has increased since, the receipt stays due. */
export async function updateSettlement(
  db: Queryable,
  { merchant, receiptId, settlement }: ReceiptRef & { settlement: Settlement },
): Promise<void> {
  await db.query(
    `update settlements set (${savedColumns.names}) = row(${savedColumns.placeholders})
     where merchant = $9 and receipt_id = $10`,
    [
      ...savedColumns.paramsOf({ ...settlement, settledVersion: settlement.version }),
      merchant,
      receiptId,
    ],
  )
}

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from announced_transactions where merchant = $1', [merchant])
  await db.query('delete from quotes where merchant = $1', [merchant])
  await db.query('delete from payments where merchant = $1', [merchant])
  await db.query('delete from charge_receipts where merchant = $1', [merchant])
  await db.query('delete from returned_payments where merchant = $1', [merchant])
  await db.query('delete from receipt_signers where merchant = $1', [merchant])
  await db.query('delete from direct_payments where merchant = $1', [merchant])
  await db.query('delete from settlements where merchant = $1', [merchant])
}
