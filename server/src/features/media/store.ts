import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { MediaFile } from '../../platform/media/media-files.js'

export type Picture = {
  hash: string
  width: number
  height: number
  /** Of all sizes together. */
  bytes: number
  createdAt: UnixMs
  usedAt: UnixMs
}

/** A row of `media_files`. */
type FileRow = { hash: string; size: number; content: Buffer }

/** Pictures without use are marked first, then collected. */
type StoredPicture = Picture & {
  thumb: Buffer
  isPublic: boolean
  unusedAt: UnixMs | null
  collectedAt: UnixMs | null
  isSold: boolean
}

const mediaColumns = defineColumns<StoredPicture>({
  hash: 'text',
  width: 'int',
  height: 'int',
  bytes: 'int',
  thumb: 'bytes',
  createdAt: 'time',
  usedAt: 'time',
  isPublic: 'boolean',
  unusedAt: 'time',
  collectedAt: 'time',
  isSold: 'boolean',
})
const pictureColumns = mediaColumns.omit('thumb', 'isPublic', 'unusedAt', 'collectedAt', 'isSold')
const newColumns = mediaColumns.omit('unusedAt', 'collectedAt', 'isSold')

/** Returns the pictures that exist in all sizes, in any order. */
export async function listPictures(db: Queryable, hashes: readonly string[]): Promise<Picture[]> {
  return pictureColumns.list(
    db,
    `select ${pictureColumns.fields} from media where hash = any($1) and collected_at is null`,
    [hashes],
  )
}

/** Inserts a picture. One that exists is used again, and complete again if it was collected. */
export async function upsertPicture(
  db: Queryable,
  picture: Picture & Pick<StoredPicture, 'thumb' | 'isPublic'>,
): Promise<void> {
  await db.query(
    `insert into media (${newColumns.names}) values (${newColumns.placeholders})
     on conflict (hash) do update
       set used_at = excluded.used_at, unused_at = null, collected_at = null,
         is_public = media.is_public or excluded.is_public`,
    newColumns.paramsOf(picture),
  )
}

/**
 * Records that pictures are used. Returns the hashes of those that exist in all sizes. `publish`
 * makes them public, `onlyPublic` leaves out the others.
 */
export async function touchPictures(
  db: Queryable,
  input: { hashes: readonly string[]; now: UnixMs; publish?: boolean; onlyPublic?: boolean },
): Promise<string[]> {
  const { hashes, now, publish = false, onlyPublic = false } = input
  const { rows } = await db.query<{ hash: string }>(
    `update media set used_at = greatest(used_at, $2), unused_at = null, is_public = is_public or $3
     where hash = any($1) and collected_at is null and (is_public or not $4) returning hash`,
    [hashes, now, publish, onlyPublic],
  )
  return rows.map(({ hash }) => hash)
}

/** Returns whether anyone may get the picture by its hash. */
export async function isPublicPicture(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query('select from media where hash = $1 and is_public', [hash])
  return rowCount > 0
}

/** Has pictures examined by the next run of the collector, instead of after 30 days. */
export async function markReleased(db: Queryable, hashes: readonly string[]): Promise<void> {
  await db.query('update media set used_at = 0 where hash = any($1)', [hashes])
}

/** Records that order lines show these pictures. */
export async function markSold(db: Queryable, hashes: readonly string[]): Promise<void> {
  await db.query('update media set is_sold = true where hash = any($1) and not is_sold', [hashes])
}

/** Returns the thumbnails of the pictures that exist. */
export async function listThumbs(
  db: Queryable,
  hashes: readonly string[],
): Promise<{ hash: string; thumb: Buffer }[]> {
  const { rows } = await db.query<{ hash: string; thumb: Buffer }>(
    'select hash, thumb from media where hash = any($1)',
    [hashes],
  )
  return rows
}

/** Lists the unmarked pictures that were last used before a time, the oldest first. */
export async function listForgotten(
  db: Queryable,
  { usedBefore, limit }: { usedBefore: UnixMs; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `select hash from media where used_at < $1 and collected_at is null and unused_at is null
     order by used_at limit $2`,
    [usedBefore, limit],
  )
  return rows.map(({ hash }) => hash)
}

/** Lists the pictures that were marked as unused up to a time, the oldest mark first. */
export async function listUnused(
  db: Queryable,
  { markedBy, limit }: { markedBy: UnixMs; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `select hash from media where unused_at <= $1 and collected_at is null
     order by unused_at limit $2`,
    [markedBy, limit],
  )
  return rows.map(({ hash }) => hash)
}

/** Marks pictures as unused, except those that were used since a time. */
export async function markUnused(
  db: Queryable,
  { hashes, usedBefore, now }: { hashes: readonly string[]; usedBefore: UnixMs; now: UnixMs },
): Promise<void> {
  await db.query(
    `update media set unused_at = $3
     where hash = any($1) and used_at < $2 and collected_at is null and unused_at is null`,
    [hashes, usedBefore, now],
  )
}

/**
 * Collects the pictures that were marked as unused up to a time and not used since: deletes them,
 * or keeps only the thumbnail of those that were sold. Returns their hashes.
 */
export async function collectUnused(
  db: Queryable,
  { hashes, markedBy, now }: { hashes: readonly string[]; markedBy: UnixMs; now: UnixMs },
): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `with kept as (
       update media set collected_at = $3
       where hash = any($1) and unused_at <= $2 and collected_at is null and is_sold returning hash
     ), deleted as (
       delete from media
       where hash = any($1) and unused_at <= $2 and collected_at is null and not is_sold returning hash
     )
     select hash from kept union all select hash from deleted`,
    [hashes, markedBy, now],
  )
  return rows.map(({ hash }) => hash)
}

/** Returns the content of a file that the database keeps, or null. */
export async function findFile(db: Queryable, { hash, size }: MediaFile): Promise<Buffer | null> {
  const { rows } = await db.query<Pick<FileRow, 'content'>>(
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
