import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { DataSubject } from '../../../platform/personal-data.js'
import type { ReceiptRef } from '../payment.js'

/** Any number of wallets can sign in on a payment page. */
const maxSigners = 50

/** Inserts a wallet that signed for a receipt. Above a maximum, only wallets that paid. */
export async function insertSigner(
  db: Queryable,
  { merchant, receiptId, wallet, at }: ReceiptRef & { wallet: Address; at: UnixMs },
): Promise<void> {
  await db.query(
    `insert into receipt_signers (merchant, receipt_id, wallet, signed_at)
     select $1, $2, $3, $4
     where (select count(*) from receipt_signers where merchant = $1 and receipt_id = $2) < ${maxSigners}
       or exists (select from payments where merchant = $1 and receipt_id = $2 and payer = $3)
     on conflict do nothing`,
    [merchant, receiptId, wallet, at],
  )
}

export async function listSignersOf(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<Address[]> {
  const { rows } = await db.query<{ wallet: Address }>(
    'select wallet from receipt_signers where merchant = $1 and receipt_id = $2',
    [merchant, receiptId],
  )
  return rows.map(({ wallet }) => wallet)
}

type Receipts = Pick<DataSubject, 'merchant' | 'receiptIds' | 'otherWallets'>

/** Lists the signers of receipts, oldest first, without those of other people. */
export async function listSignersBy(
  db: Queryable,
  { merchant, receiptIds, otherWallets }: Receipts,
) {
  const { rows } = await db.query<{ receipt_id: string; wallet: Address; signed_at: string }>(
    `select receipt_id, wallet, signed_at from receipt_signers
     where merchant = $1 and receipt_id = any($2) and wallet <> all($3)
     order by signed_at, receipt_id, wallet`,
    [merchant, receiptIds, otherWallets],
  )
  return rows.map(({ receipt_id, wallet, signed_at }) => ({
    receiptId: receipt_id,
    wallet,
    signedAt: toTime(signed_at),
  }))
}

/** Deletes the signers of receipts, and returns how many. */
export async function deleteSignersBy(
  db: Queryable,
  { merchant, receiptIds }: Receipts,
): Promise<number> {
  const { rowCount } = await db.query(
    'delete from receipt_signers where merchant = $1 and receipt_id = any($2)',
    [merchant, receiptIds],
  )
  return rowCount
}
