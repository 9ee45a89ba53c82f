import { panelTexts } from '../../core/texts/en-console-panels.js'
import { toApiError } from '../api/api-error.js'
import { useConsoleTexts } from '../texts.js'
import { CopyButton } from './copy-button.js'
import type { Toast } from './toast.js'

type ProblemProps = { error: unknown; before?: string; after?: string }

/** Says beside a control why the service refused. */
export function Problem(props: ProblemProps) {
  return (
    <p class="problem-text" role="alert">
      <ProblemText {...props} />
    </p>
  )
}

/** The message of the service, with the id under which it logged the request. */
export function ProblemText({ error, before, after }: ProblemProps) {
  const texts = useConsoleTexts().states
  const { message, correlationId } = toApiError(error)
  return (
    <>
      {[before, message, after].filter(Boolean).join(' ')}
      {correlationId && (
        <span class="problem-id">
          {' '}
          {texts.correlationId} <code>{correlationId}</code>
          <CopyButton text={correlationId} label={texts.copyCorrelationId} />
        </span>
      )}
    </>
  )
}

/** Returns a message about a problem, whose button copies the id of the request. */
export function toProblemToast(error: unknown, before = ''): Toast {
  const { message, correlationId } = toApiError(error)
  return {
    kind: 'bad',
    text: [before, message].filter(Boolean).join(' '),
    ...(correlationId && {
      action: {
        label: panelTexts.copyId,
        onClick: () => void navigator.clipboard.writeText(correlationId).catch(() => undefined),
      },
    }),
  }
}
