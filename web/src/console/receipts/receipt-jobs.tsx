import { useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { jobTexts as texts } from '../../core/texts/en-console-jobs.js'
import { useFormats } from '../format/use-formats.js'
import { JobProgress } from '../jobs/job-progress.js'
import type { StartedJob } from '../jobs/use-started-job.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'
import { receiptsKey } from './use-receipt-list.js'

/** The export in the background, and its file. A file that this page asked for is downloaded. */
export function ExportJob({ started }: { started: StartedJob }) {
  const { api } = useSession()
  const format = useFormats()
  const link = useRef<HTMLAnchorElement>(null)
  const { job, isNew } = started
  const href =
    job?.state === 'done' && job.file
      ? api.addressOf('/api/jobs/{id}/file'.replace('{id}', job.id))
      : null
  useEffect(() => {
    if (href && isNew) link.current?.click()
  }, [href])
  const count = Number(job?.result?.['receipts'] ?? 0)
  return (
    <JobLine started={started} label={texts.export.running}>
      {href ? (
        <>
          <span>{texts.export.done(format.count(count), count === 1)}</span>
          <a ref={link} class="button" href={href} download="receipts.csv">
            <Icon name="download" />
            {texts.export.download}
          </a>
        </>
      ) : (
        texts.export.gone
      )}
    </JobLine>
  )
}

/** The search for missed payments of many receipts. */
export function RescanJob({ started }: { started: StartedJob }) {
  const queries = useQueryClient()
  const format = useFormats()
  const { job } = started
  const isDone = job?.state === 'done'
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: receiptsKey })
  }, [isDone])
  const found = job?.result?.['found']
  const foundCount = Array.isArray(found) ? found.length : 0
  const count = Number(job?.result?.['receipts'] ?? 0)
  return (
    <JobLine started={started} label={texts.rescan.running}>
      {foundCount > 0
        ? texts.rescan.found(format.count(foundCount), foundCount === 1)
        : texts.rescan.none(format.count(count), count === 1)}
    </JobLine>
  )
}

type JobLineProps = {
  started: StartedJob
  label: string
  /** Its result, once it is done. */
  children: ComponentChildren
}

function JobLine({ started, label, children }: JobLineProps) {
  const { job, isOpen, cancel, forget } = started
  if (isOpen) return <JobProgress job={job} label={label} onCancel={cancel} />
  if (!job) return null
  return (
    <div class="job-progress" role="status">
      {job.state === 'done' && children}
      {job.state === 'canceled' && texts.canceled}
      {job.state === 'failed' && String(job.error?.['message'] ?? texts.failed)}
      <button type="button" class="icon-button small" aria-label={texts.close} onClick={forget}>
        <Icon name="close" />
      </button>
    </div>
  )
}
