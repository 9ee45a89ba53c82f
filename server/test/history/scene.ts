import type { PaymentKind } from '../../src/features/payments/payment.js'
import type { Split } from '../../src/features/split/split.js'
import type { Address, Hash } from '../../src/lib/hex.js'
import type { ReceiptStatus } from '../../src/lib/receipt-statuses.js'
import type { Deposit } from '../../src/platform/chain/deposit-address.js'
import type { Context } from '../../src/platform/context.js'
import type { createHistoryNodes } from './nodes.js'

/** A receipt to be paid. */
export type UnpaidReceipt = {
  id: string
  dueMicros: bigint
  before: string
  deposit: Deposit
  buyer: Address
}

/** A transaction that was announced as the payment of a receipt. */
export type Announcement = { receiptId: string; hash: Hash }

/** The state of a history. */
export type Scene = {
  ctx: Context
  nodes: ReturnType<typeof createHistoryNodes>
  owed: readonly UnpaidReceipt[]
  merchant: Address
  split: Split | null
  /** Grows with the history. */
  announcements: Announcement[]
  /** Error logs of the service. */
  errors: readonly string[]
}

export type PaymentRow = {
  kind: PaymentKind
  payer: Address | null
  tx_hash: Hash
  log_index: number
  receipt_id: string
  payout_address: Address
  token: Address
  units: string
  block_number: string
  block_hash: Hash
  state: 'seen' | 'confirmed' | 'orphaned'
  mismatch: string | null
  arrived_block: string | null
  arrived_log: number | null
  released_block: string | null
  ledger_revision: number
}

/** Reads what the service has recorded. */
export async function readScene({ ctx, merchant }: Scene) {
  const { db } = ctx
  const of = [merchant]
  const [cursors, payments, receipts, ledger, overdrawn, sales, custody, releases, direct, open] =
    await Promise.all([
      db.query<{ block_number: string; block_hash: Hash }>(
        'select block_number, block_hash from chain_cursors',
      ),
      db.query<PaymentRow>(
        `select kind, payer, tx_hash, log_index, receipt_id, payout_address, token, units, block_number, block_hash, state, mismatch,
         arrived_block, arrived_log, released_block, ledger_revision from payments where merchant = $1`,
        of,
      ),
      db.query<{ id: string; status: ReceiptStatus; is_settled: boolean }>(
        `select id, status, coalesce(version = settled_version, true) as is_settled from receipts
       left join settlements on settlements.merchant = receipts.merchant and receipt_id = id
       where receipts.merchant = $1`,
        of,
      ),
      db.query(
        `select asset, sum(units) from ledger_entries where merchant = $1 group by asset
       having sum(units) <> 0 or sum(usd_micros) <> 0`,
        of,
      ),
      db.query(
        `select receipt_id, asset, sum(units) from ledger_entries as entries
       join ledger_postings as postings on postings.merchant = entries.merchant and key = posting_key
       where entries.merchant = $1 and account = 'customer_credit'
       group by receipt_id, asset having sum(units) > 0`,
        of,
      ),
      db.query<{ receipt_id: string; times: string }>(
        `select receipt_id, sum(case when key like 'undo:%' then -1 else 1 end) as times
       from ledger_postings where merchant = $1 and kind = 'sale' group by receipt_id`,
        of,
      ),
      db.query<{ token: Address; units: string }>(
        `select split_part(asset, '/', 2) as token, units from ledger_entries
       where merchant = $1 and account = 'custody'`,
        of,
      ),
      db.query<{ token: Address; units: string }>(
        'select token, -units as units from releases where merchant = $1 and ledger_revision % 2 = 1',
        of,
      ),
      db.query<{ token: Address; units: string }>(
        `select split_part(asset, '/', 2) as token, units from ledger_postings as postings
       join ledger_entries as entries on entries.merchant = postings.merchant and posting_key = key
       where postings.merchant = $1 and kind = 'payment' and receipt_id is null
         and account = 'custody'`,
        of,
      ),
      db.query<{ key: string }>(
        `select key from outgoing_transactions where state not in ('mined', 'final')
         and purpose <> 'nonce.fill'`,
      ),
    ])
  return {
    cursor: cursors.rows[0] ?? null,
    payments: payments.rows,
    receipts: receipts.rows,
    ledger: ledger.rows,
    overdrawn: overdrawn.rows,
    sales: new Map(sales.rows.map(({ receipt_id, times }) => [receipt_id, Number(times)])),
    custody: sumUnits(custody.rows),
    releases: releases.rows,
    direct: direct.rows,
    open: open.rows,
  }
}

/** Sums units by token, without zeros. */
export function sumUnits(rows: readonly { token: Address; units: string }[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { token, units } of rows) sums.set(token, (sums.get(token) ?? 0n) + BigInt(units))
  return withoutZeros(sums)
}

export function withoutZeros(sums: Map<string, bigint>): Map<string, bigint> {
  return new Map([...sums].filter(([, units]) => units !== 0n).sort())
}
