import type { Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The last indexed block of a chain. */
export type Cursor = {
  number: bigint
  hash: Hash
  finalizedNumber: bigint
  /** The newest block that counts for large payments. Decreases only with a reorg. */
  safeNumber: bigint
  /** Whether the chain ever reported a finalized block. */
  reportsFinality: boolean
}

/** How many block hashes are kept. The fork point of a reorg must be among them. */
const keptBlocks = 256

export async function findCursor(db: Queryable, chainId: number): Promise<Cursor | null> {
  const { rows } = await db.query<{
    block_number: string
    block_hash: Hash
    finalized_number: string
    safe_number: string
    reports_finality: boolean
  }>(
    `select block_number, block_hash, finalized_number, safe_number, reports_finality
     from chain_cursors where chain_id = $1`,
    [chainId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    number: BigInt(row.block_number),
    hash: row.block_hash,
    finalizedNumber: BigInt(row.finalized_number),
    safeNumber: BigInt(row.safe_number),
    reportsFinality: row.reports_finality,
  }
}

/** Keeps the cursor where it is until the transaction ends. A writer of payments excludes others. */
export async function lockCursor(
  db: Queryable,
  { chainId, isWriter }: { chainId: number; isWriter: boolean },
): Promise<void> {
  const lock = isWriter ? 'for update' : 'for share'
  await db.query(`select from chain_cursors where chain_id = $1 ${lock}`, [chainId])
}

/** Returns whether a block is up to the cursor and, as far as its hash is kept, on the same branch. */
export async function isIndexed(
  db: Queryable,
  { chainId, number, hash }: { chainId: number; number: bigint; hash: Hash },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from chain_cursors
     where chain_id = $1 and block_number >= $2 and not exists (
       select from chain_blocks where chain_id = $1 and number = $2 and hash <> $3
     )`,
    [chainId, number, hash],
  )
  return rows.length > 0
}

/** Creates the cursor. Returns false when it exists already. */
export async function insertCursor(
  db: Queryable,
  { chainId, cursor, now }: { chainId: number; cursor: Cursor; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into chain_cursors (
       chain_id, block_number, block_hash, finalized_number, moved_at, safe_number,
       reports_finality
     )
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (chain_id) do nothing`,
    [
      chainId,
      cursor.number,
      cursor.hash,
      cursor.finalizedNumber,
      now,
      cursor.safeNumber,
      cursor.reportsFinality,
    ],
  )
  return rowCount === 1
}

/** Moves the cursor. Returns false when it is no longer at `from`. */
export async function moveCursor(
  db: Queryable,
  { chainId, from, to, now }: { chainId: number; from: Cursor; to: Cursor; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update chain_cursors set block_number = $4, block_hash = $5, finalized_number = $6, moved_at = $7,
       safe_number = $8, reports_finality = $9
     where chain_id = $1 and block_number = $2 and block_hash = $3`,
    [
      chainId,
      from.number,
      from.hash,
      to.number,
      to.hash,
      to.finalizedNumber,
      now,
      to.safeNumber,
      to.reportsFinality,
    ],
  )
  return rowCount === 1
}

/** Saves block hashes and deletes old ones. */
export async function insertBlocks(
  db: Queryable,
  { chainId, blocks }: { chainId: number; blocks: readonly { number: bigint; hash: Hash }[] },
): Promise<void> {
  const newest = blocks.at(-1)
  if (!newest) return
  await db.query(
    `insert into chain_blocks (chain_id, number, hash)
     select $1, number, hash from unnest($2::bigint[], $3::text[]) as given (number, hash)
     on conflict (chain_id, number) do update set hash = excluded.hash`,
    [chainId, blocks.map(({ number }) => number), blocks.map(({ hash }) => hash)],
  )
  await db.query('delete from chain_blocks where chain_id = $1 and number <= $2', [
    chainId,
    newest.number - BigInt(keptBlocks),
  ])
}

/** Lists the kept blocks, newest first. */
export async function listBlocks(
  db: Queryable,
  chainId: number,
): Promise<{ number: bigint; hash: Hash }[]> {
  const { rows } = await db.query<{ number: string; hash: Hash }>(
    'select number, hash from chain_blocks where chain_id = $1 order by number desc',
    [chainId],
  )
  return rows.map(({ number, hash }) => ({ number: BigInt(number), hash }))
}

export async function deleteBlocksAfter(
  db: Queryable,
  { chainId, number }: { chainId: number; number: bigint },
): Promise<void> {
  await db.query('delete from chain_blocks where chain_id = $1 and number > $2', [chainId, number])
}
