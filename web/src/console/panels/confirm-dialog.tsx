import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { panelTexts as texts } from '../../core/texts/en-console-panels.js'
import { toApiError } from '../api/api-error.js'
import { CopyButton } from '../parts/copy-button.js'
import { Dialog } from '../parts/dialog.js'
import { useConsoleTexts } from '../texts.js'

type FormDialogProps = {
  title: string
  submit: string
  isDanger?: boolean
  isDisabled?: boolean
  onSubmit(): Promise<unknown>
  onClose(): void
  children: ComponentChildren
}

/** Asks for input or a confirmation. It stays open, with the reason, when the service refuses. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDanger = false, isDisabled = false, onSubmit, onClose, children } = props
  const { states } = useConsoleTexts()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await onSubmit()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const error = problem === null ? null : toApiError(problem)
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="panel-form" onSubmit={(event) => void send(event)} aria-busy={isBusy}>
        {children}
        {error && (
          <div role="alert" class="problem-text">
            {error.message}
            {error.correlationId && (
              <p class="form-correlation">
                {states.correlationId} <code>{error.correlationId}</code>
                <CopyButton text={error.correlationId} label={states.copyCorrelationId} />
              </p>
            )}
          </div>
        )}
        <div class="form-foot">
          <button type="button" class="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button
            type="submit"
            class={`button ${isDanger ? 'danger' : 'main'}`}
            disabled={isBusy || isDisabled}
          >
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
