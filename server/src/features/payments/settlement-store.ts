import type { Address } from '../../lib/hex.js'
import type { ReceiptStatus } from '../../lib/receipt-statuses.js'
import type { UnixMs } from '../../lib/time.js'
import { toBigIntOrNull, toMicros, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { ExpectedSettlement, ReceiptRef, Settlement } from './payment.js'

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
  const { rows } = await db.query<{
    version: string
    due_after: string
    not_before: string
    status_before: ReceiptStatus | null
    noted_micros: string
    final_at_block: string | null
    safe_at_block: string | null
    ledger_revision: number
    on_inclusion: boolean
  }>(
    `select version, due_after, not_before, status_before, noted_micros, final_at_block, safe_at_block, ledger_revision, on_inclusion
     from settlements
     where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    version: BigInt(row.version),
    dueAfter: toTime(row.due_after),
    notBefore: toTime(row.not_before),
    statusBefore: row.status_before,
    notedMicros: toMicros(row.noted_micros),
    finalAtBlock: toBigIntOrNull(row.final_at_block),
    safeAtBlock: toBigIntOrNull(row.safe_at_block),
    ledgerRevision: row.ledger_revision,
    isOnInclusion: row.on_inclusion,
  }
}

/** Saves a settlement as of its version. If the version has increased in the meantime, the receipt stays due. */
export async function updateSettlement(
  db: Queryable,
  { merchant, receiptId, settlement }: ReceiptRef & { settlement: Settlement },
): Promise<void> {
  await db.query(
    `update settlements set settled_version = $3, due_after = $8, status_before = $4, noted_micros = $5,
       final_at_block = $6, ledger_revision = $7, safe_at_block = $9, not_before = $10
     where merchant = $1 and receipt_id = $2`,
    [
      merchant,
      receiptId,
      settlement.version,
      settlement.statusBefore,
      settlement.notedMicros,
      settlement.finalAtBlock,
      settlement.ledgerRevision,
      settlement.dueAfter,
      settlement.safeAtBlock,
      settlement.notBefore,
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
  await db.query('delete from releases where merchant = $1', [merchant])
  await db.query('delete from settlements where merchant = $1', [merchant])
  await db.query(
    `delete from payout_backoffs using deposits
     where deposits.merchant = $1 and deposits.chain_id = payout_backoffs.chain_id
       and deposits.payout_address = payout_backoffs.payout_address`,
    [merchant],
  )
  await db.query('delete from deposits where merchant = $1', [merchant])
  await db.query('delete from split_totals where merchant = $1', [merchant])
  await db.query('delete from split_payouts where merchant = $1', [merchant])
}
