import type { Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../db/db.js'

/** The newest block of a chain that was seen. */
export type Head = { chainId: number; firstHash: Hash; number: bigint; hash: Hash }

export async function findHead(db: Queryable, chainId: number): Promise<Head | null> {
  const { rows } = await db.query<{ first_hash: Hash; block_number: string; block_hash: Hash }>(
    'select first_hash, block_number, block_hash from chain_heads where chain_id = $1',
    [chainId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    chainId,
    firstHash: row.first_hash,
    number: BigInt(row.block_number),
    hash: row.block_hash,
  }
}

export async function replaceHead(db: Queryable, head: Head & { seenAt: UnixMs }): Promise<void> {
  await db.query(
    `insert into chain_heads (chain_id, first_hash, block_number, block_hash, seen_at)
     values ($1, $2, $3, $4, $5)
     on conflict (chain_id) do update set first_hash = excluded.first_hash,
       block_number = excluded.block_number, block_hash = excluded.block_hash, seen_at = excluded.seen_at`,
    [head.chainId, head.firstHash, head.number, head.hash, head.seenAt],
  )
}
