import type { Address, Hash } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import { toBigIntOrNull, toTime, toTimeOrNull } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { WorkSource } from '../../../jobs/work-poll.js'
import type { Hex } from '../../chain.js'
import type { Intent, Outgoing, OutgoingState, SignerRef } from '../outgoing.js'
import { type Purpose, priorityOf, roleOf, type SignerRole } from '../signer-roles.js'
import { isUnfunded } from './progress-store.js'

/** Inserts an intent, unless its key exists. */
export async function insertIntent(
  db: Queryable,
  intent: Intent & { id: string; createdAt: UnixMs },
): Promise<void> {
  await db.query(
    `insert into outgoing_transactions
       (id, chain_id, key, purpose, priority, merchant, payer, recipient, data, value, gas, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (chain_id, key) do nothing`,
    [
      intent.id,
      intent.chainId,
      intent.key,
      intent.purpose,
      priorityOf(roleOf(intent.purpose)),
      intent.merchant,
      intent.payer ?? null,
      intent.to,
      intent.data,
      intent.value,
      intent.gas,
      intent.createdAt,
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

/** Lists those of these transactions that have ended and will not change. */
export async function listEnded(db: Queryable, ids: readonly string[]): Promise<Outgoing[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions
     where id = any($1) and (state in ('final', 'failed') or state = 'reverted' and settled_at is not null)`,
    [ids],
  )
  return rows.map(toOutgoing)
}

/**
 * Lists planned transactions of these roles by priority. Those that could not be signed come after
 * all others, least recently tried first, so that none blocks the others. Insufficient funds do not
 * count: the urgent ones get them first.
 */
export async function listPlanned(
  db: Queryable,
  { chainId, roles, limit }: { chainId: number; roles: readonly SignerRole[]; limit: number },
): Promise<Outgoing[]> {
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions
     where chain_id = $1 and state = 'planned' and priority = any($2)
     order by error is not null and not ${isUnfunded('error')}, priority, tried_at nulls first, planned_us
     limit $3`,
    [chainId, roles.map(priorityOf), limit],
  )
  return rows.map(toOutgoing)
}

/** Lists a signer's transactions that are signed but not in a block, by nonce. */
export async function listPending(
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

/** Lists a signer's transactions that are signed but not final, by nonce. */
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

/**
 * Returns whether there are planned transactions of these roles, or any of the signer or of former
 * ones not final.
 */
export async function hasUnfinished(
  db: Queryable,
  {
    chainId,
    signer,
    roles,
    signers,
  }: SignerRef & {
    roles: readonly SignerRole[]
    /** All configured signers, to include the transactions of others. */
    signers: readonly Address[] | null
  },
): Promise<boolean> {
  const { rows } = await db.query(
    `(select 1 from outgoing_transactions
      where chain_id = $1 and state = 'planned' and priority = any($3) limit 1)
     union all
     (select 1 from outgoing_transactions where chain_id = $1
        and (signer = $2 or signer <> all($4))
        and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null))
      limit 1)`,
    [chainId, signer, roles.map(priorityOf), signers],
  )
  return rows.length > 0
}

/** Lists signers, other than these, with transactions that are not final. */
export async function listFormerSigners(
  db: Queryable,
  { chainId, signers }: { chainId: number; signers: readonly Address[] },
): Promise<Address[]> {
  const { rows } = await db.query<{ signer: Address }>(
    `select distinct signer from outgoing_transactions
     where chain_id = $1 and signer <> all($2)
       and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null))`,
    [chainId, signers],
  )
  return rows.map(({ signer }) => signer)
}

/** Detects unfinished transactions of any signer, which a killed process may have left. */
export const unfinishedOutgoing: WorkSource = {
  topic: 'outgoing',
  sql: `exists (select from outgoing_transactions where chain_id = $2 and state = 'planned')
    or exists (select from outgoing_transactions where chain_id = $2
      and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null)))`,
}

export type OutgoingCursor = { createdAt: number; id: string }

/** Lists transactions before the cursor, newest first, in one state or in any. */
export async function listNewest(
  db: Queryable,
  { state, after, limit }: { state: OutgoingState | null; after: OutgoingCursor; limit: number },
): Promise<Outgoing[]> {
  // Two statements, because one plan for both could not use the index on states.
  const ofState = state === null ? '' : 'state = $4 and'
  const { rows } = await db.query<OutgoingRow>(
    `select ${outgoingColumns} from outgoing_transactions where ${ofState} (created_at, id) < ($1, $2)
     order by created_at desc, id desc limit $3`,
    [after.createdAt, after.id, limit, ...(state === null ? [] : [state])],
  )
  return rows.map(toOutgoing)
}

type OutgoingRow = {
  id: string
  chain_id: string
  key: string
  purpose: Purpose
  merchant: Address | ''
  recipient: Address
  data: Hex
  value: string
  created_at: string
  state: OutgoingState
  state_since: string
  planned_us: string
  error: string | null
  error_since: string | null
  signer: Address | null
  nonce: string | null
  hash: Hash | null
  generation: number
  bumps: number
  taken_since: string | null
  taken_at_block: string | null
  stuck_since: string | null
  block_number: string | null
  block_hash: Hash | null
  gas_used: string | null
  gas: string
  payer: Address | null
}

const outgoingColumns = `id, chain_id, key, purpose, merchant, recipient, data, value::text, created_at, state, state_since,
  planned_us, error, error_since, signer, nonce, hash, generation, bumps, taken_since, taken_at_block, stuck_since,
  block_number, block_hash, gas_used, gas, payer`

function toOutgoing(row: OutgoingRow): Outgoing {
  return {
    id: row.id,
    chainId: Number(row.chain_id),
    key: row.key,
    purpose: row.purpose,
    merchant: row.merchant,
    to: row.recipient,
    data: row.data,
    value: BigInt(row.value),
    createdAt: toTime(row.created_at),
    state: row.state,
    stateSince: toTime(row.state_since),
    plannedUs: BigInt(row.planned_us),
    error: row.error,
    errorSince: toTimeOrNull(row.error_since),
    signer: row.signer,
    nonce: row.nonce === null ? null : Number(row.nonce),
    hash: row.hash,
    generation: row.generation,
    bumps: row.bumps,
    takenSince: toTimeOrNull(row.taken_since),
    takenAtBlock: toBigIntOrNull(row.taken_at_block),
    stuckSince: toTimeOrNull(row.stuck_since),
    blockNumber: toBigIntOrNull(row.block_number),
    blockHash: row.block_hash,
    gasUsed: toBigIntOrNull(row.gas_used),
    gas: BigInt(row.gas),
    payer: row.payer,
  }
}
