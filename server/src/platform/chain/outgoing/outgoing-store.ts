import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../db/db.js'
import type { WorkSource } from '../../jobs/work-poll.js'
import type { Intent, Outgoing, OutgoingState, SignerRef } from './outgoing.js'
import { type OutgoingRow, outgoingColumns, toOutgoing } from './outgoing-row.js'

/** Adds an intent, unless its key is known. */
export async function insertIntent(
  db: Queryable,
  intent: Intent & { id: string; createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into outgoing_transactions
       (id, chain_id, key, purpose, merchant, recipient, data, value, created_at, most_gas)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (chain_id, key) do nothing`,
    [
      intent.id,
      intent.chainId,
      intent.key,
      intent.purpose,
      intent.merchant,
      intent.to,
      intent.data,
      intent.value,
      intent.createdAt,
      intent.mostGas ?? null,
    ],
  )
}

export async function findById(db: Queryable, id: string): Promise<Outgoing | null> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions where id = $1`,
    [id],
  )
  return rows[0] ? toOutgoing(rows[0]) : null
}

export async function findByKey(
  db: Queryable,
  { chainId, key }: { chainId: number; key: string },
): Promise<Outgoing | null> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions where chain_id = $1 and key = $2`,
    [chainId, key],
  )
  return rows[0] ? toOutgoing(rows[0]) : null
}

/** What waits to be signed, those first that were never tried or longest ago: none of them holds up the rest. */
export async function listPlanned(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Outgoing[]> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions where chain_id = $1 and state = 'planned'
     order by tried_at nulls first, planned_us limit $2`,
    [chainId, limit],
  )
  return rows.map(toOutgoing)
}

/** What a signer has signed and is in no block yet, in the order of nonces. */
export async function listUnderWay(
  db: Queryable,
  { chainId, signer, limit }: SignerRef & { limit: number },
): Promise<Outgoing[]> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions
     where chain_id = $1 and signer = $2 and state in ('signed', 'sent')
     order by nonce limit $3`,
    [chainId, signer, limit],
  )
  return rows.map(toOutgoing)
}

/** What a signer has under way or not yet deep enough in the chain, in the order of nonces. */
export async function listOpen(
  db: Queryable,
  { chainId, signer, limit }: SignerRef & { limit: number },
): Promise<Outgoing[]> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions
     where chain_id = $1 and signer = $2
       and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null))
     order by nonce limit $3`,
    [chainId, signer, limit],
  )
  return rows.map(toOutgoing)
}

/** Whether anything of the chain is planned, or anything of the signer under way. */
export async function hasUnfinished(
  db: Queryable,
  { chainId, signer }: SignerRef,
): Promise<boolean> {
  const { rows } = await db.query(
    `(select 1 from outgoing_transactions where chain_id = $1 and state = 'planned' limit 1)
     union all
     (select 1 from outgoing_transactions where chain_id = $1 and signer = $2
        and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null))
      limit 1)`,
    [chainId, signer],
  )
  return rows.length > 0
}

/** Of any signer: a process that was killed may have left some under way. */
export const unfinishedOutgoing: WorkSource = {
  topic: 'outgoing',
  sql: `exists (select from outgoing_transactions where chain_id = $2 and state = 'planned')
    or exists (select from outgoing_transactions where chain_id = $2
      and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null)))`,
}

export type OutgoingCursor = { createdAt: number; id: string }

/** The newest ones from before the cursor, in one state or in any. */
export async function listNewest(
  db: Queryable,
  { state, after, limit }: { state: OutgoingState | null; after: OutgoingCursor; limit: number },
): Promise<Outgoing[]> {
  // Two statements, because one plan for both could not use the index of states.
  const ofState = state === null ? '' : 'state = $4 and'
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions where ${ofState} (created_at, id) < ($1, $2)
     order by created_at desc, id desc limit $3`,
    [after.createdAt, after.id, limit, ...(state === null ? [] : [state])],
  )
  return rows.map(toOutgoing)
}
