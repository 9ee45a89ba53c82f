import { useEffect, useState } from 'preact/hooks'
import { toApiError } from '../api/api-error.js'
import { useSession } from '../session/session.js'
import { forgetJob, recallJob, rememberJob } from './started-job.js'
import { isEnded, type Job, type JobKind, useJob, useJobCalls } from './use-job.js'

export type StartedJob = {
  /** The job as it was read last, or null when there is none. */
  job: Job | null
  /** Whether this page started it. */
  isNew: boolean
  isOpen: boolean
  /** Follows a job that was started. */
  follow(job: Job): void
  cancel(): void
  /** Forgets a job that has ended. */
  forget(): void
}

/** Follows the job of a kind that this browser has started last, over reloads of the page. */
export function useStartedJob(kind: JobKind): StartedJob {
  const { membership } = useSession()
  const { cancel, show } = useJobCalls()
  const merchant = membership.wallet
  const [id, setId] = useState(() => recallJob(merchant, kind))
  const [isNew, setNew] = useState(false)
  const { data, error } = useJob(id)
  const forget = () => {
    forgetJob(merchant, kind)
    setId(null)
    setNew(false)
  }
  // Jobs are deleted after a week.
  const isGone = error !== null && toApiError(error).status === 404
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  return {
    job: id === null ? null : (data ?? null),
    isNew,
    isOpen: id !== null && !(data && isEnded(data)),
    follow(job) {
      show(job)
      rememberJob(merchant, kind, job.id)
      setId(job.id)
      setNew(true)
    },
    cancel: () => id !== null && void cancel(id),
    forget,
  }
}
