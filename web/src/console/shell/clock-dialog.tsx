import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useFormats } from '../format/use-formats.js'
import { Dialog } from '../parts/dialog.js'
import { Problem } from '../parts/problem.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { useNow } from './service-clock.js'

const hourMs = 3_600_000
const steps = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, month: 720 * hourMs } as const

/** Moves the clock of the sandbox, or returns it to real time. */
export function ClockDialog({ onClose }: { onClose(): void }) {
  const texts = useConsoleTexts().shell.sandbox
  const { api } = useSession()
  const queries = useQueryClient()
  const formats = useFormats()
  const now = useNow()
  const move = useMutation({
    mutationFn: (body: { advanceMs: number } | { reset: true }) =>
      api.call('post', '/api/sandbox/clock', { body }),
    onSuccess(result) {
      showToast({ kind: 'good', text: texts.moved(formats.dateTime(result.now)) })
      // Everything may have changed with the time.
      void queries.invalidateQueries()
    },
  })
  return (
    <Dialog title={texts.moveTitle} onClose={onClose}>
      <p>{texts.moveText}</p>
      <p>
        <span class="soft">{texts.now}</span> <b>{formats.dateTime(now)}</b>
      </p>
      <h3>{texts.forward}</h3>
      <div class="row">
        {Object.entries(steps).map(([name, advanceMs]) => (
          <button
            key={name}
            type="button"
            class="button"
            disabled={move.isPending}
            onClick={() => move.mutate({ advanceMs })}
          >
            {texts.steps[name as keyof typeof steps]}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="button quiet"
        disabled={move.isPending}
        onClick={() => move.mutate({ reset: true })}
      >
        {texts.reset}
      </button>
      {move.isError && <Problem error={move.error} />}
    </Dialog>
  )
}
