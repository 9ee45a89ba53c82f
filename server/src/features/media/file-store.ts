import type { Queryable } from '../../platform/db/db.js'
import type { MediaFile } from '../../platform/media/media-files.js'

/** Returns the content of a file that the database keeps, or null. */
export async function findFile(db: Queryable, { hash, size }: MediaFile): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from media_files where hash = $1 and size = $2',
    [hash, size],
  )
  return rows[0]?.content ?? null
}

/** Inserts a file, unless it exists. */
export async function insertFile(
  db: Queryable,
  { hash, size, content }: MediaFile & { content: Buffer },
): Promise<void> {
  await db.query(
    `insert into media_files (hash, size, content) values ($1, $2, $3)
     on conflict (hash, size) do nothing`,
    [hash, size, content],
  )
}

export async function deleteFiles(db: Queryable, hashes: readonly string[]): Promise<void> {
  await db.query('delete from media_files where hash = any($1)', [hashes])
}
