import type { Principal } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import { canceledByPerson } from '../../platform/chain/outgoing/outgoing.js'
import { cancelPlanned } from '../../platform/chain/outgoing/stores/progress-store.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import { recordChange } from '../audit/record-change.js'
import { describeJob } from './describe-job.js'
import { deleteFile } from './file-store.js'
import { isOpen, type MerchantJob, transactionOf } from './job.js'
import { getJob, requireRightOver } from './read-jobs.js'
import { endOpenJob } from './store.js'

/**
 * Cancels a job at once, whether or not it runs. The worker then cannot commit it: a canceled import
 * changes nothing. A deployment is canceled with its transaction, as long as that is not signed.
 * Canceling again changes nothing.
 *
 * @throws {AppError} `not_found`, `forbidden`, `conflict` with `current` when it has ended or cannot
 *   be canceled.
 */
export async function cancelJob(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<MerchantJob> {
  const { merchant } = by
  return inTransaction(ctx, async (inTx) => {
    const job = await getJob(inTx, { by, id })
    requireRightOver(job, { by, ofOthers: 'jobs:cancel' })
    if (job.state === 'canceled') return job
    if (isOpen(job) && !(await cancelTransaction(inTx, job))) {
      throw notCancelable('The transaction of this deployment is on its way.', job)
    }
    const end = { merchant, id, state: 'canceled', error: null, now: ctx.now() } as const
    const canceled = isOpen(job) ? await endOpenJob(inTx.db, end) : null
    // It may have ended since it was read.
    if (!canceled) throw notCancelable('This job has ended.', await getJob(inTx, { by, id }))
    await deleteFile(inTx.db, { merchant, id })
    const { person, kind, state } = job
    await recordLiveChange(inTx.db, { merchant, kind: 'job', id, person })
    const change = { action: 'job.canceled', target: id, before: { kind, state }, after: null }
    await recordChange(inTx, { by, ...change })
    return canceled
  })

  function notCancelable(message: string, job: MerchantJob): AppError {
    const current = { ...describeJob(ctx, job), isCancelable: false }
    return new AppError('conflict', message, { fields: { current } })
  }
}

/** Cancels the transaction of a deployment. Returns false when it may be on its way. */
async function cancelTransaction({ db }: TxContext, job: MerchantJob): Promise<boolean> {
  if (job.kind !== 'deployment') return true
  const id = transactionOf(job)
  return id !== null && (await cancelPlanned(db, { id, error: canceledByPerson }))
}
