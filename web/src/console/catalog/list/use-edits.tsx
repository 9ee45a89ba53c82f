import { type ComponentChildren, createContext } from 'preact'
import { useContext, useRef, useState } from 'preact/hooks'
import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import { toApiError } from '../../api/api-error.js'
import { showToast } from '../../parts/toast.js'
import { ConflictDialog } from '../conflict-dialog.js'
import { type CellField, changeOfText, type Problem, textOf, withChange } from '../item-fields.js'
import { type Item, type ItemChange, newerItemOf, useItemCalls } from '../use-items.js'

/**
 * A cell that is being changed, and the item as it was at the beginning. It outlives the row, which
 * a scroll may remove.
 */
export type Edit = { base: Item; text: string; problem: Problem | null }

type Conflict = { base: Item; current: Item; field: CellField; change: ItemChange }

export type Edits = {
  editOf(id: string, field: CellField): Edit | null
  open(item: Item, field: CellField): void
  type(item: Item, field: CellField, text: string): void
  commit(item: Item, field: CellField): void
  cancel(item: Item, field: CellField): void
}

const EditsContext = createContext<Edits | null>(null)

/** @throws {Error} outside of an editable list. */
export function useEdits(): Edits {
  const edits = useContext(EditsContext)
  if (!edits) throw new Error('useEdits was called outside of EditsProvider')
  return edits
}

const keyOf = (id: string, field: CellField) => `${id} ${field}`

type ProviderProps = {
  /** Writes a value of an item as its cell shows it. */
  describe(item: Item, field: CellField): string
  children: ComponentChildren
}

/** Changes cells in place: shows the change at once, saves it, and offers to undo it. */
export function EditsProvider({ describe, children }: ProviderProps) {
  const calls = useItemCalls()
  const edits = useRef(new Map<string, Edit>())
  const [, setVersion] = useState(0)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const put = (key: string, edit: Edit | null) => {
    if (edit) edits.current.set(key, edit)
    else edits.current.delete(key)
    setVersion((count) => count + 1)
  }

  const undo = async (before: Item, after: Item, field: CellField) => {
    const change = changeOfText(after, field, textOf(before, field))
    if (change === null || 'problem' in change) return
    try {
      await calls.save(after, change)
      showToast({ kind: 'good', text: texts.edit.undone(before.name) })
    } catch (error) {
      const newer = newerItemOf(error)
      if (newer) calls.show(newer)
      const text = newer ? texts.edit.notUndone(before.name) : toApiError(error).message
      showToast({ kind: 'bad', text })
    }
  }

  const save = async (item: Item, field: CellField, change: ItemChange): Promise<void> => {
    const key = keyOf(item.id, field)
    const text = edits.current.get(key)?.text ?? textOf(withChange(item, change), field)
    put(key, null)
    calls.show(withChange(item, change))
    try {
      const saved = await calls.save(item, change)
      setConflict(null)
      showToast({
        kind: 'good',
        text: texts.edit.changed(saved.name, describe(item, field), describe(saved, field)),
        action: { label: texts.edit.undo, onClick: () => void undo(item, saved, field) },
      })
    } catch (error) {
      const current = newerItemOf(error)
      calls.show(current ?? item)
      if (current && textOf(current, field) === textOf(item, field)) {
        const again = changeOfText(current, field, text)
        if (again && !('problem' in again)) return save(current, field, again)
      }
      put(key, { base: current ?? item, text, problem: null })
      if (current) setConflict({ base: item, current, field, change })
      else {
        const { message } = toApiError(error)
        showToast({ kind: 'bad', text: texts.edit.notSaved(item.name, message) })
      }
    }
  }

  const value: Edits = {
    editOf: (id, field) => edits.current.get(keyOf(id, field)) ?? null,
    open: (item, field) =>
      put(keyOf(item.id, field), { base: item, text: textOf(item, field), problem: null }),
    type(item, field, text) {
      const edit = edits.current.get(keyOf(item.id, field))
      if (edit) edit.text = text
    },
    commit(item, field) {
      const key = keyOf(item.id, field)
      const edit = edits.current.get(key)
      // A dialog about this cell is open, which took the focus.
      if (!edit || conflict) return
      // A change of another field, seen meanwhile, does not matter.
      const base = textOf(item, field) === textOf(edit.base, field) ? item : edit.base
      const change = changeOfText(base, field, edit.text)
      if (change === null) put(key, null)
      else if ('problem' in change) {
        put(key, { ...edit, problem: change.problem })
        showToast({ kind: 'bad', text: texts.problems[change.problem] })
      } else void save(base, field, change)
    },
    cancel: (item, field) => put(keyOf(item.id, field), null),
  }
  return (
    <EditsContext.Provider value={value}>
      {children}
      {conflict && (
        <ConflictDialog
          base={conflict.base}
          current={conflict.current}
          change={conflict.change}
          onKeep={() => {
            put(keyOf(conflict.current.id, conflict.field), null)
            setConflict(null)
          }}
          onSave={() => {
            const text = edits.current.get(keyOf(conflict.current.id, conflict.field))?.text ?? ''
            const change = changeOfText(conflict.current, conflict.field, text)
            setConflict(null)
            if (change && !('problem' in change)) {
              void save(conflict.current, conflict.field, change)
            } else put(keyOf(conflict.current.id, conflict.field), null)
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </EditsContext.Provider>
  )
}
