import type { PersonId } from '../../auth/person-id.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

/** A passkey of a person. */
export type Passkey = {
  person: PersonId
  /** The credential id, in base64url. */
  id: string
  /** COSE key. */
  publicKey: Buffer
  /** Uses that the authenticator counted, or 0 if it does not count. */
  counter: number
  transports: readonly string[]
  name: string
  createdAt: UnixMs
  lastUsedAt: UnixMs | null
}

const columns = defineColumns<Passkey>({
  person: 'text',
  id: 'text',
  publicKey: 'bytes',
  counter: 'number',
  transports: 'texts',
  name: 'text',
  createdAt: 'time',
  lastUsedAt: 'time',
})

/** Serializes changes to the list of a person's passkeys, which may be empty. */
export async function lockPasskeys(db: Queryable, person: PersonId): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 79))', [`passkeys ${person}`])
}

/** Lists the passkeys of a person, oldest first. */
export async function listPasskeys(db: Queryable, person: PersonId): Promise<Passkey[]> {
  return columns.list(
    db,
    `select ${columns.fields} from passkeys where person = $1 order by created_at, id`,
    [person],
  )
}

/** Returns a passkey of any person, which a sign-in names. */
export async function findPasskey(db: Queryable, id: string): Promise<Passkey | null> {
  return columns.find(db, `select ${columns.fields} from passkeys where id = $1`, [id])
}

/** Returns a passkey of a person, locked until the transaction ends. */
export async function lockPasskey(
  db: Queryable,
  { person, id }: { person: PersonId; id: string },
): Promise<Passkey | null> {
  return columns.find(
    db,
    `select ${columns.fields} from passkeys where person = $1 and id = $2 for update`,
    [person, id],
  )
}

/** Adds a passkey. Returns false when it exists, for this person or another. */
export async function insertPasskey(db: Queryable, passkey: Passkey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into passkeys (${columns.names}) values (${columns.placeholders})
     on conflict (id) do nothing`,
    columns.paramsOf(passkey),
  )
  return rowCount === 1
}

export async function updatePasskeyUse(
  db: Queryable,
  use: { person: PersonId; id: string; counter: number; lastUsedAt: UnixMs },
): Promise<void> {
  await db.query(
    'update passkeys set counter = $3, last_used_at = $4 where person = $1 and id = $2',
    [use.person, use.id, use.counter, use.lastUsedAt],
  )
}

export async function updatePasskeyName(
  db: Queryable,
  passkey: { person: PersonId; id: string; name: string },
): Promise<void> {
  await db.query('update passkeys set name = $3 where person = $1 and id = $2', [
    passkey.person,
    passkey.id,
    passkey.name,
  ])
}

export async function deletePasskey(
  db: Queryable,
  { person, id }: { person: PersonId; id: string },
): Promise<void> {
  await db.query('delete from passkeys where person = $1 and id = $2', [person, id])
}
