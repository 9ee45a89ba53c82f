import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { newestReceipts } from '../../receipts/read-model/all-receipts-sql.js'

/** A merchant that issued a receipt with some id, and whether the service generated that id. */
export type Issuer = { merchant: Address; hasGeneratedId: boolean }

/** Lists merchants with a receipt of this id. Bounded, because anyone can reuse an id. */
export async function listIssuers(db: Queryable, id: string): Promise<Issuer[]> {
  const { rows } = await db.query<Issuer>(
    `select merchant, has_generated_id as "hasGeneratedId" from receipts where id = $1
     order by has_generated_id desc, created_at limit 20`,
    [id],
  )
  return rows
}

/** Returns the id of a merchant's newest receipt, or null. */
export async function findNewestId(db: Queryable, merchant: Address): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    newestReceipts({ columns: 'created_at, id', condition: 'merchant = $1', limit: 1 }),
    [merchant],
  )
  return rows[0]?.id ?? null
}

/** Lists merchants with a receipt of this id whose wallet or split is `recipient`. */
export async function listIssuersPaidAt(
  db: Queryable,
  { id, recipient, chainId }: { id: string; recipient: Address; chainId: number },
): Promise<Issuer[]> {
  const { rows } = await db.query<Issuer>(
    `select merchant, has_generated_id as "hasGeneratedId" from receipts where merchant = $2 and id = $1
     union
     select r.merchant, r.has_generated_id from split_contracts s
       join receipts r on r.merchant = s.merchant and r.id = $1
     where s.chain_id = $3 and s.address = $2`,
    [id, recipient, chainId],
  )
  return rows
}
