import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { panelTexts as texts } from '../../core/texts/en-console-panels.js'
import { Dialog } from '../parts/dialog.js'
import { Problem } from '../parts/problem.js'

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
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="panel-form" onSubmit={(event) => void send(event)} aria-busy={isBusy}>
        {children}
        {problem !== null && <Problem error={problem} />}
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

type ConfirmButtonProps = {
  label: string
  /** Names what it acts on, for screen readers. */
  name?: string
  title: string
  /** The consequences of the action. */
  text: string
  isDisabled?: boolean
  onConfirm(): Promise<unknown>
}

/** A button that acts only after a confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, title, text, isDisabled = false, onConfirm } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isDisabled}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <FormDialog
          title={title}
          submit={label}
          onSubmit={() => onConfirm().then(close)}
          onClose={close}
        >
          <p>{text}</p>
        </FormDialog>
      )}
    </>
  )
}
