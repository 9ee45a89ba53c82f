import type { OperatorPrincipal } from '../../../auth/caller.js'
import { AppError, assertNever } from '../../../lib/errors.js'
import {
  decideReplace,
  decideRetry,
  type RequestDecision,
} from '../../../platform/chain/outgoing/decide-request.js'
import { findOutgoing } from '../../../platform/chain/outgoing/find-outgoing.js'
import type { Outgoing } from '../../../platform/chain/outgoing/outgoing.js'
import {
  insertRequest,
  lockOutgoing,
  planFailedAgain,
  tryPlannedNow,
} from '../../../platform/chain/outgoing/stores/request-store.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { type Change, recordChange } from '../../audit/record-change.js'
import { recordPlatformChange } from '../record-platform-change.js'

type TransactionRequest = { by: OperatorPrincipal; id: string }

/**
 * Stores the request to sign a transaction again under its nonce, with its work (`replace`) or as an
 * empty transfer (`cancel`). The sender's next round signs it. A repeated request has no effect.
 *
 * @throws {AppError} `not_found`, `conflict` when that is not safe or not possible.
 */
export function replaceTransaction(
  ctx: Context,
  {
    step,
    attempts,
    ...request
  }: TransactionRequest & { step: 'replace' | 'cancel'; attempts: number },
): Promise<void> {
  const action =
    step === 'cancel' ? 'transaction.cancel_requested' : 'transaction.replace_requested'
  return change(ctx, {
    ...request,
    action,
    decide: (row) => decideReplace(row, { step, attempts }),
  })
}

/**
 * Makes the sender try a transaction again: sign it if it is planned, send the same bytes if it is
 * signed, and plan it again if it failed and its work only has the same effect.
 *
 * @throws {AppError} `not_found`, `conflict` when that is not safe or not possible.
 */
export function retryTransaction(ctx: Context, request: TransactionRequest): Promise<void> {
  return change(ctx, { ...request, action: 'transaction.retry_requested', decide: decideRetry })
}

async function change(
  ctx: Context,
  input: TransactionRequest & { action: string; decide: (row: Outgoing) => RequestDecision },
): Promise<void> {
  const { by, id, action, decide } = input
  await inTransaction(ctx, async (inTx) => {
    await lockOutgoing(inTx.db, id)
    const before = await findOutgoing(inTx.db, { id })
    if (!before) throw new AppError('not_found', 'No outgoing transaction has this id.')
    const decision = decide(before)
    if (decision.kind === 'refused') throw new AppError('conflict', decision.reason)
    if (decision.kind === 'unchanged') return
    await apply(inTx, { id, decision })
    const after = await findOutgoing(inTx.db, { id })
    const recorded = { action, target: id, before: factsOf(before), after: after && factsOf(after) }
    await record(inTx, { by, merchant: before.merchant, ...recorded })
    inTx.db.afterCommit(() => ctx.wakeups.wake('outgoing'))
  })
}

async function apply(
  { db }: Pick<TxContext, 'db'>,
  {
    id,
    decision,
  }: { id: string; decision: Exclude<RequestDecision, { kind: 'refused' | 'unchanged' }> },
): Promise<void> {
  switch (decision.kind) {
    case 'request':
      return insertRequest(db, { id, step: decision.step })
    case 'try_now':
      return tryPlannedNow(db, id)
    case 'plan_again':
      return planFailedAgain(db, id)
    default:
      return assertNever(decision)
  }
}

/** Records the change in the audit log of the transaction's merchant, or of the platform. */
function record(
  ctx: TxContext,
  {
    by,
    merchant,
    ...recorded
  }: Omit<Change, 'by'> & Pick<TransactionRequest, 'by'> & Pick<Outgoing, 'merchant'>,
): Promise<void> {
  if (merchant === '') return recordPlatformChange(ctx, { by, ...recorded })
  return recordChange(ctx, { by: { ...by, merchant }, ...recorded })
}

function factsOf(row: Outgoing): Record<string, unknown> {
  const { purpose, state, nonce, hash, generation, requestedStep, requestResult } = row
  return { purpose, state, nonce, hash, attempts: generation, requestedStep, requestResult }
}
