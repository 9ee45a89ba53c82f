import type { UnixMs } from '../lib/time.js'
import type { Queryable } from '../platform/db/db.js'
import type { PersonId, WalletlessId } from './person-id.js'

/** Adds a person without a wallet. */
export async function insertPerson(
  db: Queryable,
  person: { id: WalletlessId; name: string; createdAt: UnixMs },
): Promise<void> {
  await db.query('insert into people (id, name, created_at) values ($1, $2, $3)', [
    person.id,
    person.name,
    person.createdAt,
  ])
}

/** Returns the name of a person, or null for a wallet. */
export async function findPersonName(db: Queryable, id: PersonId): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('select name from people where id = $1', [id])
  return rows[0]?.name ?? null
}
