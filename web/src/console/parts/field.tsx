import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.js'

type FrameProps = {
  label: string
  hint?: string | undefined
  /** The message of the service, which names the problem and its fix. */
  problem?: string | null | undefined
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

/** Puts a label above a control, and a hint or problem below it. */
export function FieldFrame({
  label,
  hint,
  problem,
  children,
}: FrameProps & { children(control: Described): ComponentChildren }) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(problem || hint)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': Boolean(problem),
      })}
      {hasNote && (
        <p id={noteId} class={problem ? 'field-problem' : 'field-hint'}>
          {problem && <Icon name="warn" />}
          <span>{problem || hint}</span>
        </p>
      )}
    </div>
  )
}

type InputProps = {
  [Name in
    | 'name'
    | 'type'
    | 'value'
    | 'defaultValue'
    | 'placeholder'
    | 'inputMode'
    | 'autoComplete'
    | 'maxLength'
    | 'required'
    | 'disabled'
    | 'readOnly'
    | 'spellcheck'
    | 'onInput'
    | 'onChange'
    | 'onBlur'
    | 'onKeyDown']?: InputHTMLAttributes<HTMLInputElement>[Name] | undefined
}

type FieldProps = FrameProps &
  InputProps & {
    /** Stands inside the field at its end, such as "%". */
    unit?: string | undefined
  }

/** A line of text with its label. */
export function Field({ label, hint, problem, unit, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(control) => (
        <span class={unit === undefined ? 'field-line' : 'field-line with-unit'}>
          <input {...(input as object)} {...control} />
          {unit !== undefined && <span class="unit">{unit}</span>}
        </span>
      )}
    </FieldFrame>
  )
}

/** Several lines of text with their label. */
export function TextArea({
  label,
  hint,
  problem,
  ...input
}: FrameProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'label'>) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(control) => <textarea {...input} {...control} />}
    </FieldFrame>
  )
}
