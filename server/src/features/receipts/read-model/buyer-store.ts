import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Receipts } from '../privacy/buyer-store.js'

/**
 * Lists the ids of a merchant's receipts that a buyer paid in part or gave an e-mail address for,
 * after an id, in order.
 */
export async function listIdsOfBuyer(
  db: Queryable,
  input: {
    merchant: Address
    wallet: Address | null
    email: string | null
    receiptId: string | null
    after: string
    limit: number
  },
): Promise<string[]> {
  const { merchant, wallet, email, receiptId, after, limit } = input
  // A null equals nothing. One query per index.
  const { rows } = await db.query<{ id: string }>(
    `select id from (
       select id from receipts where merchant = $1 and buyer_wallet = $2
       union
       select id from receipts where merchant = $1 and billing is not null
         and lower(billing ->> 'email') = lower($3)
       union
       select id from receipts where merchant = $1 and lower(onramp_email) = lower($3)
       union
       select receipt_id from refunds where merchant = $1 and buyer = $2
       union
       select receipt_id from payments where merchant = $1 and payer = $2
       union
       select receipt_id from announced_transactions where merchant = $1 and payer = $2
       union
       select id from receipts where merchant = $1 and id = $6
     ) as of_buyer
     where id collate "C" > $4 order by id collate "C" limit $5`,
    [merchant, wallet, email, after, limit, receiptId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Lists the wallets that paid or were refunded for receipts and belong to someone other than the
 * given buyer. Without a wallet, the buyer is the wallet of the receipt; the same with an e-mail address
 * that the receipt has.
 */
export async function listOtherWallets(
  db: Queryable,
  subject: Receipts & { wallet: Address | null; email: string | null },
): Promise<Address[]> {
  const { merchant, receiptIds, wallet, email } = subject
  const { rows } = await db.query<{ wallet: Address }>(
    `select distinct part.wallet from receipts join (
       select receipt_id as id, payer as wallet from payments
       where merchant = $1 and receipt_id = any($2)
       union all
       select receipt_id, payer from announced_transactions
       where merchant = $1 and receipt_id = any($2)
       union all
       select receipt_id, buyer from refunds where merchant = $1 and receipt_id = any($2)
       union all
       select id, buyer_wallet from receipts where merchant = $1 and id = any($2)
     ) as part using (id)
     where merchant = $1 and part.wallet <> coalesce($3, '')
       and ($3 is not null or buyer_wallet is not null)
       and (
         part.wallet = buyer_wallet and (
           $3 is null or lower(billing ->> 'email') = lower($4) or lower(onramp_email) = lower($4)
         )
       ) is not true`,
    [merchant, receiptIds, wallet, email],
  )
  return rows.map((row) => row.wallet)
}

/** Returns whether an anonymous caller placed the order, and no payment was seen. */
export async function isAbandoned(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<boolean> {
  const { rows } = await db.query<{ is_abandoned: boolean }>(
    `select exists (
       select from timeline_entries
       where merchant = $1 and receipt_id = $2 and seq = 1 and made_by = 'shop page'
     ) and not exists (
       select from payments where merchant = $1 and receipt_id = $2
     ) as is_abandoned`,
    [merchant, id],
  )
  return rows[0]?.is_abandoned ?? false
}
