import type { Principal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { AppError } from '../../lib/errors.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import { recordChange } from '../audit/record-change.js'
import { describeJob } from './describe-job.js'
import { insertPart } from './file-store.js'
import type { JobKind, MerchantJob } from './job.js'
import { requireFileSpace } from './require-below-limits.js'
import { findJob, insertJob, listOpenJobs } from './store.js'

export type StartJobInput = {
  by: Principal
  id: string
  kind: JobKind
  input: unknown
  /** The file that it reads, in compressed parts. */
  file?: readonly Buffer[]
}

/**
 * Queues a job, which a worker runs soon. A repeated request with the same id returns the first job.
 *
 * @throws {AppError} `conflict` with `current` while another import is open, `rate_limited`.
 */
export async function startJob(ctx: Context, start: StartJobInput): Promise<MerchantJob> {
  const { by, id, kind, input, file = [] } = start
  const { merchant, person, role, correlationId } = by
  const now = ctx.now()
  const fileBytes = file.reduce((sum, part) => sum + part.length, 0)
  const job: MerchantJob = {
    merchant,
    id,
    kind,
    state: 'waiting',
    person,
    role,
    correlationId,
    input,
    position: null,
    done: 0,
    total: null,
    result: null,
    error: null,
    attempts: 0,
    fileBytes,
    leasedUntil: unixMs(0),
    createdAt: now,
    startedAt: null,
    endedAt: null,
  }
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const repeated = await findJob(inTx.db, { merchant, id })
    if (repeated) return repeated
    await requireBelowLimit(inTx, job)
    if (fileBytes > 0) await requireFileSpace(inTx, { merchant, bytes: fileBytes })

    await insertJob(inTx.db, { ...job, runAt: now })
    for (const [part, content] of file.entries()) {
      await insertPart(inTx.db, { merchant, jobId: id, part, content })
    }
    await recordLiveChange(inTx.db, { merchant, kind: 'job', id, change: 'created', person })
    const after = { kind }
    await recordChange(inTx, { by, action: 'job.started', target: id, before: null, after })
    inTx.db.afterCommit(() => ctx.wakeups.wake('started-jobs'))
    return job
  })
}

async function requireBelowLimit(ctx: TxContext, { merchant, kind }: MerchantJob): Promise<void> {
  const open = await listOpenJobs(ctx.db, merchant)
  const current = open.find((job) => job.kind === 'import')
  if (kind === 'import' && current) {
    throw new AppError(
      'conflict',
      'Another import of this merchant has not ended. Wait for it, or cancel it.',
      { fields: { current: describeJob(ctx, current) } },
    )
  }
  const max = maxOfMerchant(ctx.config, 'jobs', merchant)
  if (open.length < max) return
  throw limitReached('jobs', { owner: 'merchant', max, resetAt: ctx.now() + MINUTE_MS })
}
