import type { Queryable } from '../../platform/db/db.js'

/** Returns those of these pictures that the themes of shops show. */
export async function listThemePictures(
  db: Queryable,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `select distinct hash
     from shops
       cross join lateral regexp_matches(config ->> 'theme', '/media/([0-9a-f]{64})/', 'g') as found
       cross join lateral (select found[1] as hash) as named
     where hash = any($1)`,
    [hashes],
  )
  return rows.map(({ hash }) => hash)
}
