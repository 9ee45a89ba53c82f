import type { Address, Hash } from '../../../../lib/hex.js'
import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { TransactionReceipt } from '../../chain.js'
import type { SignerRef } from '../outgoing.js'
import { unfundedPrefix } from '../round/prepare-planned.js'

// Each function changes a row only in the expected states, and returns whether it did.

/** Makes the newest attempt the current one. */
export async function markSigned(
  db: Queryable,
  signed: {
    id: string
    generation: number
    signer: Address
    nonce: number
    hash: Hash
    bumps: number
    error: string | null
    isEmpty: boolean
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set generation = $2, signer = $3, nonce = $4, hash = $5, bumps = $6, ${setError('$7')}, ${nonceResolved},
       ${endRequest({ result: "'signed'", when: "(requested_step = 'replace' or $8::boolean)" })},
       state = case state when 'planned' then 'signed' else state end,
       state_since = case state when 'planned' then ${databaseNow} else state_since end
     where id = $1 and generation = $2 - 1 and state in ('planned', 'signed', 'sent')`,
    [
      signed.id,
      signed.generation,
      signed.signer,
      signed.nonce,
      signed.hash,
      signed.bumps,
      signed.error,
      signed.isEmpty,
    ],
  )
  return rowCount === 1
}

/** Stores the result of a broadcast. `isSent`: the node has it, or another with its nonce. */
export async function recordBroadcast(
  db: Queryable,
  { id, isSent, error }: { id: string; isSent: boolean; error: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set ${setError('$3')}, state = case when $2 then 'sent' else state end,
       state_since = case when $2 and state = 'signed' then ${databaseNow} else state_since end
     where id = $1 and state in ('signed', 'sent')`,
    [id, isSent, error],
  )
  return rowCount === 1
}

export async function markMined(
  db: Queryable,
  { id, signer, nonce, receipt }: SignerRef & MinedAttempt,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set state = $2, state_since = ${databaseNow}, signer = $3, nonce = $4, hash = $5, block_number = $6,
       block_hash = $7, gas_used = $8, settled_at = null, stuck_since = null, ${nonceResolved}, ${setError('null')},
       ${endRequest({ result: "'It is in a block.'" })}
     where id = $1 and state in ('planned', 'signed', 'sent')`,
    [
      id,
      receipt.isSuccess ? 'mined' : 'reverted',
      signer,
      nonce,
      receipt.hash,
      receipt.blockNumber,
      receipt.blockHash,
      receipt.gasUsed,
    ],
  )
  return rowCount === 1
}

type MinedAttempt = { id: string; nonce: number; receipt: TransactionReceipt }

/** Marks a transaction as having enough confirmations. */
export async function markSettled(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set settled_at = ${databaseNow}, state = case state when 'mined' then 'final' else state end,
       state_since = case state when 'mined' then ${databaseNow} else state_since end
     where id = $1 and state in ('mined', 'reverted')`,
    [id],
  )
  return rowCount === 1
}

/**
 * Cancels an intent that was never signed. Needs no lease: a signature is stored before it is sent,
 * so either the cancellation or the signature wins. A signed transaction may be in a block and is
 * not changed.
 */
export async function cancelPlanned(
  db: Queryable,
  { id, error }: { id: string; error: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set state = 'failed', state_since = ${databaseNow}, settled_at = ${databaseNow}, ${setError('$2')}
     where id = $1 and state = 'planned' and generation = 0`,
    [id, error],
  )
  return rowCount === 1
}

/** Fails an intent. It keeps its nonce if an empty transaction has used it. */
export async function markFailed(
  db: Queryable,
  { id, error, keepsNonce }: { id: string; error: string; keepsNonce: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set state = 'failed', state_since = ${databaseNow}, settled_at = ${databaseNow}, stuck_since = null,
       ${nonceResolved}, ${setError('$2')}, ${endRequest({ result: "'It has failed.'" })}, signer = case when $3 then signer end,
       nonce = case when $3 then nonce end
     where id = $1 and state in ('planned', 'signed', 'sent')`,
    [id, error, keepsNonce],
  )
  return rowCount === 1
}

/** SQL that sets or clears the error of a row. `error_since` is kept while there is an error. */
export const setError = (place: string) =>
  `error = ${place}, error_since = case when ${place}::text is null then null
     else coalesce(error_since, ${databaseNow}) end`

/** SQL that ends the request of an operator that waits, if `when` applies. */
export const endRequest = ({ result, when = 'true' }: { result: string; when?: string }) =>
  `request_result = case when requested_step is not null and request_result is null and ${when}
     then ${result} else request_result end`

/** SQL that clears the mark of an unresolved nonce. */
export const nonceResolved = 'taken_since = null, taken_at_block = null'

/** SQL for whether an error says that the signer has insufficient funds. */
export const isUnfunded = (place: string) => `starts_with(${place}, '${unfundedPrefix}')`

/**
 * SQL for whether a planned transaction of a chain, with one of these priorities, waits because its
 * signer had insufficient funds.
 */
export const lacksMoney = ({ chainId, priorities }: { chainId: string; priorities: string }) =>
  `exists (
     select from outgoing_transactions
     where chain_id = ${chainId} and state = 'planned' and priority = any(${priorities}::smallint[])
       and ${isUnfunded('error')}
   )`
