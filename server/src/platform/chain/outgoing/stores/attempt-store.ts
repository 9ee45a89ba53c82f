import type { UnixMs } from '../../../../lib/time.js'
import { databaseNow, readDatabaseTime } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import { defineColumns } from '../../../db/define-columns.js'
import type { Fees } from '../../chain.js'
import type { Attempt, SignerRef } from '../outgoing.js'

const attemptColumns = defineColumns<Attempt>({
  transactionId: 'text',
  generation: 'int',
  chainId: 'number',
  signer: 'text',
  nonce: 'number',
  raw: 'text',
  hash: 'text',
  gas: 'bigint',
  maxFeePerGas: 'bigint',
  maxPriorityFeePerGas: 'bigint',
  isEmpty: 'boolean',
  broadcastAt: 'time',
  outcome: 'text',
})

export async function insertAttempt(db: Queryable, attempt: Attempt): Promise<void> {
  await db.query(
    `insert into outgoing_attempts (${attemptColumns.names}) values (${attemptColumns.placeholders})`,
    attemptColumns.paramsOf(attempt),
  )
}

/** Lists all attempts of these transactions, oldest first. */
export async function listAttempts(db: Queryable, ids: readonly string[]): Promise<Attempt[]> {
  return attemptColumns.list(
    db,
    `select ${attemptColumns.fields} from outgoing_attempts where transaction_id = any($1) order by generation`,
    [ids],
  )
}

/** Lists the newest attempts of each of these transactions, newest first, without their bytes. */
export async function listNewestAttempts(
  db: Queryable,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<Omit<Attempt, 'raw'>[]> {
  const columns = attemptColumns.omit('raw')
  return columns.list(
    db,
    `select ${columns.fieldsOf('newest')} from unnest($1::text[]) as given (id)
     cross join lateral (
       select * from outgoing_attempts a where a.transaction_id = given.id
       order by a.generation desc limit $2
     ) as newest`,
    [ids, limit],
  )
}

/** Stores a node's response to a broadcast. */
export async function recordOutcome(
  db: Queryable,
  { transactionId, generation, outcome }: Attempt & { outcome: string },
): Promise<void> {
  await db.query(
    `update outgoing_attempts set outcome = $3, broadcast_at = coalesce(broadcast_at, ${databaseNow})
     where transaction_id = $1 and generation = $2`,
    [transactionId, generation, outcome],
  )
}

/** Returns the highest nonce ever signed, or `null`. */
export async function findHighestNonce(
  db: Queryable,
  { chainId, signer }: SignerRef,
): Promise<number | null> {
  const { rows } = await db.query<{ nonce: string | null }>(
    'select max(nonce) as nonce from outgoing_attempts where chain_id = $1 and signer = $2',
    [chainId, signer],
  )
  const nonce = rows[0]?.nonce ?? null
  return nonce === null ? null : Number(nonce)
}

/** Returns the highest fees ever offered under a nonce, or `null`. */
export async function findHighestFees(
  db: Queryable,
  { chainId, signer, nonce }: SignerRef & { nonce: number },
): Promise<Fees | null> {
  const { rows } = await db.query<{ fee: string | null; priority: string | null }>(
    `select max(max_fee_per_gas) as fee, max(max_priority_fee_per_gas) as priority
     from outgoing_attempts where chain_id = $1 and signer = $2 and nonce = $3`,
    [chainId, signer, nonce],
  )
  const { fee = null, priority = null } = rows[0] ?? {}
  if (fee === null || priority === null) return null
  return { maxFeePerGas: BigInt(fee), maxPriorityFeePerGas: BigInt(priority) }
}

/** Returns the current time by the clock that dates transactions: that of the database. */
export function readTransactionClock(db: Queryable): Promise<UnixMs> {
  return readDatabaseTime(db)
}
