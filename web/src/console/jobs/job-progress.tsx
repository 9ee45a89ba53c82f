import { jobTexts as texts } from '../../core/texts/en-console-jobs.js'
import { useFormats } from '../format/use-formats.js'
import type { Job } from './use-job.js'

type JobProgressProps = {
  job: Pick<Job, 'done' | 'total' | 'isCancelable'> | null
  /** Says what the job does. */
  label: string
  onCancel(): void
}

/** How far a job in the background is. It goes on when the page is closed. */
export function JobProgress({ job, label, onCancel }: JobProgressProps) {
  const format = useFormats()
  const { done = 0, total = null } = job ?? {}
  const hasBegun = total !== null && total > 0 && done > 0
  return (
    <div class="job-progress">
      <p role="status">
        {label}
        {hasBegun && ` ${texts.part(format.count(done), format.count(total))}`}
      </p>
      <progress aria-label={label} {...(hasBegun && { value: done, max: total })} />
      <button type="button" class="button quiet" disabled={!job?.isCancelable} onClick={onCancel}>
        {texts.cancel}
      </button>
    </div>
  )
}
