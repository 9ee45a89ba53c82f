import type { Address } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { Queryable } from '../../../db/db.js'
import { defineColumns } from '../../../db/define-columns.js'
import type { WorkSource } from '../../../jobs/work-poll.js'
import type { Intent, Outgoing, OutgoingState, SignerRef } from '../outgoing.js'
import { priorityOf, roleOf, type SignerRole } from '../signer-roles.js'
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
  return outgoingColumns.find(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions where id = $1`,
    [id],
  )
}

export async function findByKey(
  db: Queryable,
  { chainId, key }: { chainId: number; key: string },
): Promise<Outgoing | null> {
  return outgoingColumns.find(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions where chain_id = $1 and key = $2`,
    [chainId, key],
  )
}

/** Lists those of these transactions that have ended and will not change. */
export async function listEnded(db: Queryable, ids: readonly string[]): Promise<Outgoing[]> {
  if (ids.length === 0) return []
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions
     where id = any($1) and (state in ('final', 'failed') or state = 'reverted' and settled_at is not null)`,
    [ids],
  )
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
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions
     where chain_id = $1 and state = 'planned' and priority = any($2)
     order by error is not null and not ${isUnfunded('error')}, priority, tried_at nulls first, planned_us
     limit $3`,
    [chainId, roles.map(priorityOf), limit],
  )
}

/** Lists a signer's transactions that are signed but not in a block, by nonce. */
export async function listPending(
  db: Queryable,
  { chainId, signer, limit }: SignerRef & { limit: number },
): Promise<Outgoing[]> {
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions
     where chain_id = $1 and signer = $2 and state in ('signed', 'sent')
     order by nonce limit $3`,
    [chainId, signer, limit],
  )
}

/** Lists a signer's transactions that are signed but not final, by nonce. */
export async function listOpen(
  db: Queryable,
  { chainId, signer, limit }: SignerRef & { limit: number },
): Promise<Outgoing[]> {
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions
     where chain_id = $1 and signer = $2
       and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null))
     order by nonce limit $3`,
    [chainId, signer, limit],
  )
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
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions where ${ofState} (created_at, id) < ($1, $2)
     order by created_at desc, id desc limit $3`,
    [after.createdAt, after.id, limit, ...(state === null ? [] : [state])],
  )
}

/** Lists the stuck transactions of a chain, oldest first. */
export async function listStuck(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Outgoing[]> {
  return outgoingColumns.list(
    db,
    `select ${outgoingColumns.fields} from outgoing_transactions
     where chain_id = $1 and state in ('signed', 'sent') and stuck_since is not null
     order by stuck_since, id limit $2`,
    [chainId, limit],
  )
}

const outgoingColumns = defineColumns<Outgoing & Record<'triedAt' | 'settledAt', UnixMs | null>>({
  id: 'text',
  chainId: 'number',
  key: 'text',
  purpose: 'text',
  merchant: 'text',
  to: { kind: 'text', name: 'recipient' },
  data: 'text',
  value: 'bigint',
  createdAt: 'time',
  state: 'text',
  stateSince: 'time',
  plannedUs: 'bigint',
  error: 'text',
  errorSince: 'time',
  signer: 'text',
  nonce: 'number',
  hash: 'text',
  generation: 'int',
  bumps: 'int',
  takenSince: 'time',
  takenAtBlock: 'bigint',
  stuckSince: 'time',
  blockNumber: 'bigint',
  blockHash: 'text',
  gasUsed: 'bigint',
  gas: 'bigint',
  payer: 'text',
  requestedStep: 'text',
  requestedAt: 'time',
  requestResult: 'text',
  // Only queries select and sort by these.
  triedAt: 'time',
  settledAt: 'time',
}).omit('triedAt', 'settledAt')
