import { showPerson } from '../../auth/person-id.js'
import type { TxContext } from '../../platform/context.js'
import { fileKeptMs, isCancelable, jobRules, type MerchantJob } from './job.js'

/** Returns a job as responses show it. */
export function describeJob(ctx: Pick<TxContext, 'now'>, job: MerchantJob) {
  const { id, kind, state, done, total, result, error, person } = job
  const { createdAt, startedAt, endedAt } = job
  return {
    id,
    kind,
    state,
    done,
    total,
    result: result as Record<string, unknown> | null,
    error: error as Record<string, unknown> | null,
    by: showPerson(person),
    isCancelable: isCancelable(job),
    file: describeFile(ctx, job),
    createdAt,
    startedAt,
    endedAt,
  }
}

function describeFile({ now }: Pick<TxContext, 'now'>, job: MerchantJob) {
  const { kind, state, fileBytes, endedAt } = job
  const { fileName: name } = jobRules[kind]
  if (name === null || state !== 'done' || fileBytes === 0 || endedAt === null) return null
  const availableUntil = endedAt + fileKeptMs
  return availableUntil > now() ? { name, availableUntil } : null
}
