import { useEffect, useId, useRef } from 'preact/hooks'
import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import { useRight } from '../../session/session.js'
import { type CellField, textOf } from '../item-fields.js'
import type { Item } from '../use-items.js'
import { type Edit, type Edits, useEdits } from './use-edits.js'

type EditCellProps = {
  item: Item
  field: CellField
  /** The value in words, which a screen reader says before what a click does. */
  value?: string
  /** The value as it is shown while nothing is changed. */
  children: preact.ComponentChildren
}

const signs: Partial<Record<CellField, string>> = { priceUsd: '$', priceEur: '€' }

/** A value that becomes a field when it is clicked. Enter saves it, Escape keeps what was there. */
export function EditCell({ item, field, value, children }: EditCellProps) {
  const edits = useEdits()
  const mayWrite = useRight('inventory:write')
  const edit = edits.editOf(item.id, field)
  const button = useRef<HTMLButtonElement>(null)
  if (!mayWrite) return <>{children}</>
  if (edit) {
    const onClosed = () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    return <EditField item={item} field={field} edit={edit} edits={edits} onClosed={onClosed} />
  }
  const action = texts.edit[field](item.name)
  return (
    <button
      ref={button}
      type="button"
      class={`cell-button ${field === 'name' ? 'cell-name' : ''}`}
      title={action}
      // Hidden text would double the layout of a row.
      aria-label={value ? `${value}, ${action}` : action}
      onClick={() => edits.open(item, field)}
    >
      {children}
    </button>
  )
}

type EditFieldProps = {
  item: Item
  field: CellField
  edit: Edit
  edits: Edits
  /** Called when the value is in its place again. */
  onClosed(): void
}

function EditField({ item, field, edit, edits, onClosed }: EditFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    return () => queueMicrotask(onClosed)
  }, [])
  const { text, problem } = edit
  const sign = signs[field]
  return (
    <span class={`cell-field ${field === 'name' ? 'cell-name' : ''}`}>
      {sign && <span aria-hidden="true">{sign}</span>}
      <input
        ref={input}
        type="text"
        inputMode={field === 'name' ? 'text' : 'decimal'}
        defaultValue={text}
        maxLength={200}
        autoComplete="off"
        aria-label={texts.edit[field](item.name)}
        aria-invalid={problem !== null}
        aria-describedby={problem ? noteId : undefined}
        onInput={({ currentTarget }) => edits.type(item, field, currentTarget.value)}
        onBlur={() => edits.commit(item, field)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            edits.commit(item, field)
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          edits.type(item, field, textOf(item, field))
          edits.cancel(item, field)
        }}
      />
      {problem && (
        <span id={noteId} class="visually-hidden">
          {texts.problems[problem]}
        </span>
      )}
    </span>
  )
}
