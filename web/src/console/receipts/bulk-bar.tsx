import { useMutation } from '@tanstack/preact-query'
import { jobTexts } from '../../core/texts/en-console-jobs.js'
import { useFormats } from '../format/use-formats.js'
import type { StartedJob } from '../jobs/use-started-job.js'
import { Icon } from '../parts/icon.js'
import { toProblemToast } from '../parts/problem.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { useSay } from './messages.js'

/** As many as a job examines. */
const maxRescanned = 200

type BulkBarProps = {
  ids: readonly string[]
  /** Whether the list has archived receipts only. */
  isArchive: boolean
  rescanned: StartedJob
  onArchive(archived: boolean): void
  onClear(): void
}

/** Actions on the selected receipts. */
export function BulkBar({ ids, isArchive, rescanned, onArchive, onClear }: BulkBarProps) {
  const { bulk: texts } = useConsoleTexts().receipts
  const format = useFormats()
  const { api } = useSession()
  const say = useSay()
  const mayRescan = useRight('refunds:write')
  const rescan = useMutation({
    mutationFn: () => api.call('post', '/api/jobs/rescan', { body: { receiptIds: [...ids] } }),
    onSuccess(job) {
      rescanned.follow(job)
      onClear()
    },
    onError: (error) => say(toProblemToast(error)),
  })
  return (
    <div class="row" role="toolbar" aria-label={texts.label}>
      <b>{texts.selected(format.count(ids.length))}</b>
      <button type="button" class="button" onClick={() => onArchive(!isArchive)}>
        <Icon name={isArchive ? 'undo' : 'archive'} />
        {isArchive ? texts.restore : texts.archive}
      </button>
      {mayRescan && (
        <button
          type="button"
          class="button"
          disabled={rescanned.isOpen || rescan.isPending || ids.length > maxRescanned}
          title={ids.length > maxRescanned ? jobTexts.rescan.tooMany(`${maxRescanned}`) : undefined}
          onClick={() => rescan.mutate()}
        >
          <Icon name="search" />
          {jobTexts.rescan.start}
        </button>
      )}
      <button type="button" class="button quiet" onClick={onClear}>
        {texts.clear}
      </button>
    </div>
  )
}
