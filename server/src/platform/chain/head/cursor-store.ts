import type { Hash } from '../../../lib/hex.js'
import type { Queryable } from '../../db/db.js'
import { defineColumns } from '../../db/define-columns.js'

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

const cursorColumns = defineColumns<Cursor>({
  number: { kind: 'bigint', name: 'block_number' },
  hash: { kind: 'text', name: 'block_hash' },
  finalizedNumber: 'bigint',
  safeNumber: 'bigint',
  reportsFinality: 'boolean',
})

/** How many block hashes are kept. The fork point of a reorg must be among them. */
const keptBlocks = 256

export async function findCursor(db: Queryable, chainId: number): Promise<Cursor | null> {
  return cursorColumns.find(
    db,
    `select ${cursorColumns.fields} from chain_cursors where chain_id = $1`,
    [chainId],
  )
}

/** Locks the cursor until the transaction ends. A writer of payments excludes others. */
export async function lockCursor(
  db: Queryable,
  { chainId, isWriter }: { chainId: number; isWriter: boolean },
): Promise<void> {
  const lock = isWriter ? 'for update' : 'for share'
  await db.query(`select from chain_cursors where chain_id = $1 ${lock}`, [chainId])
}

/** Returns whether a block is up to the cursor and, if its hash is kept, on the same branch. */
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
  { chainId, cursor }: { chainId: number; cursor: Cursor },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into chain_cursors (${cursorColumns.names}, chain_id)
     values (${cursorColumns.placeholders}, $6) on conflict (chain_id) do nothing`,
    [...cursorColumns.paramsOf(cursor), chainId],
  )
  return rowCount === 1
}

/** Moves the cursor. Returns false when it is no longer at `from`. */
export async function moveCursor(
  db: Queryable,
  { chainId, from, to }: { chainId: number; from: Cursor; to: Cursor },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update chain_cursors set (${cursorColumns.names}) = row(${cursorColumns.placeholders})
     where chain_id = $6 and block_number = $7 and block_hash = $8`,
    [...cursorColumns.paramsOf(to), chainId, from.number, from.hash],
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
