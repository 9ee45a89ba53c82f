import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { RequestableStep } from '../outgoing.js'
import { endRequest } from './progress-store.js'

/** Locks an outgoing transaction, so that neither a round nor another request changes it. */
export async function lockOutgoing(db: Queryable, id: string): Promise<void> {
  await db.query('select from outgoing_transactions where id = $1 for update', [id])
}

/** Stores the request for a step. A request to resend ends the wait of a stuck transaction. */
export async function insertRequest(
  db: Queryable,
  { id, step }: { id: string; step: RequestableStep },
): Promise<void> {
  await db.query(
    `update outgoing_transactions
     set requested_step = $2, requested_at = ${databaseNow}, request_result = null,
       stuck_since = case when $2 = 'resend' then null else stuck_since end
     where id = $1 and state in ('signed', 'sent')`,
    [id, step],
  )
}

/** Records the outcome of a request, unless another one has replaced it. */
export async function recordRequestResult(
  db: Queryable,
  { id, requestedStep, result }: { id: string; requestedStep: RequestableStep; result: string },
): Promise<void> {
  await db.query(
    `update outgoing_transactions
     set ${endRequest({ result: '$3', when: 'requested_step = $2' })}
     where id = $1`,
    [id, requestedStep, result],
  )
}

/** Makes a planned transaction the first of its priority in the next round. */
export async function tryPlannedNow(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update outgoing_transactions set tried_at = null, error = null, error_since = null
     where id = $1 and state = 'planned'`,
    [id],
  )
}

/** Plans a failed transaction again. It gets a new nonce. */
export async function planFailedAgain(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update outgoing_transactions
     set state = 'planned', state_since = ${databaseNow}, settled_at = null, signer = null,
       nonce = null, bumps = 0, tried_at = null, error = null, error_since = null
     where id = $1 and state = 'failed'`,
    [id],
  )
}
