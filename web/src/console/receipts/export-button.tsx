import { useMutation } from '@tanstack/preact-query'
import { useFormats } from '../format/use-formats.js'
import type { StartedJob } from '../jobs/use-started-job.js'
import { Icon } from '../parts/icon.js'
import { toProblemToast } from '../parts/problem.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import type { ReceiptsQuery } from './filters.js'
import { useSay } from './messages.js'

type ExportButtonProps = {
  query: ReceiptsQuery
  /** Null while not all of the list is known. */
  count: number | null
  /** The filters in words. */
  words: string
  /** The export in the background, which makes a file of more receipts than are known. */
  background: StartedJob
}

/** Exports exactly what the list shows: at once while it is short, or else in the background. */
export function ExportButton({ query, count, words, background }: ExportButtonProps) {
  const { receipts: texts } = useConsoleTexts()
  const { api } = useSession()
  const format = useFormats()
  const say = useSay()
  const start = useMutation({
    mutationFn: () => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined)
      const body = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
      return api.call('post', '/api/jobs/export', { body })
    },
    onSuccess: background.follow,
    onError: (error) => say(toProblemToast(error)),
  })
  if (count === 0) return null
  if (count === null) {
    return (
      <button
        type="button"
        class="button"
        title={texts.exportTitle(words)}
        disabled={background.isOpen || start.isPending}
        onClick={() => start.mutate()}
      >
        <Icon name="download" />
        <span>{texts.export}</span>
      </button>
    )
  }
  const label = texts.exportCounted(format.count(count), count === 1)
  return (
    <a
      class="button"
      href={api.addressOf('/api/receipts/export', query)}
      download="receipts.csv"
      title={texts.exportTitle(words)}
      aria-label={label}
    >
      <Icon name="download" />
      <span class="wide-only">{label}</span>
      <span class="phone-only">{texts.export}</span>
    </a>
  )
}
