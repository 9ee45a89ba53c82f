import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { bulkTexts as texts } from '../../../core/texts/en-console-bulk.js'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { Dialog } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { Select } from '../../parts/select.js'
import { showToast } from '../../parts/toast.js'
import { parseDecimal } from '../item-fields.js'
import { type Item, useItemCalls } from '../use-items.js'
import { type BulkEdit, changeBack, changeOfEdit, emptyEdit, isPriceEdit } from './bulk-edit.js'
import { type BulkResult, type Changed, runBulk } from './run-bulk.js'

type BulkDialogProps = { items: readonly Item[]; onClose(): void }

/** Changes many items at once: shows how many, saves with progress, and offers to undo it. */
export function BulkDialog({ items, onClose }: BulkDialogProps) {
  const format = useFormats()
  const formId = useId()
  const [edit, setEdit] = useState<BulkEdit>(emptyEdit)
  const { done, failed, save, cancel } = useBulk(onClose)
  const isBusy = done !== null
  const changes = items.filter((item) => changeOfEdit(item, edit) !== null).length
  const problems = {
    priceUsd: !isPriceEdit(edit.priceUsd),
    priceEur: !isPriceEdit(edit.priceEur),
    lowStockQty: edit.lowStockQty.trim() !== '' && parseDecimal(edit.lowStockQty, 3) === null,
  }
  const hasProblem = Object.values(problems).some(Boolean)
  const field = (name: Exclude<keyof BulkEdit, 'active'>, hint?: string, problem?: string) => (
    <Field
      label={texts.fields[name]}
      name={name}
      value={edit[name]}
      autoComplete="off"
      maxLength={400}
      hint={hint}
      problem={problem}
      disabled={isBusy}
      onInput={({ currentTarget }) => setEdit({ ...edit, [name]: currentTarget.value })}
    />
  )
  const priceProblem = (name: 'priceUsd' | 'priceEur') =>
    problems[name] ? texts.priceProblem : undefined
  return (
    <Dialog
      title={texts.title(format.count(items.length), items.length === 1)}
      onClose={isBusy ? cancel : onClose}
      footer={
        <>
          <button type="button" class="button" onClick={isBusy ? cancel : onClose}>
            {texts.cancel}
          </button>
          <button
            type="submit"
            class="button main"
            form={formId}
            disabled={isBusy || changes === 0 || hasProblem}
          >
            {texts.save(format.count(changes), changes === 1)}
          </button>
        </>
      }
    >
      <form
        id={formId}
        class="item-fields"
        onSubmit={(event) => {
          event.preventDefault()
          void save(items, edit)
        }}
      >
        <p class="soft">{texts.text}</p>
        <div class="field-pair">
          {field('priceUsd', texts.priceHint, priceProblem('priceUsd'))}
          {field('priceEur', texts.priceHint, priceProblem('priceEur'))}
        </div>
        {field('category')}
        <div class="field-pair">
          {field('addTags')}
          {field('removeTags')}
        </div>
        {field(
          'lowStockQty',
          undefined,
          problems.lowStockQty ? catalogTexts.problems.stock : undefined,
        )}
        <Select
          label={texts.fields.active}
          options={[
            { value: '', label: texts.keep },
            { value: 'true', label: catalogTexts.filters.actives.true },
            { value: 'false', label: catalogTexts.filters.actives.false },
          ]}
          value={edit.active}
          onChange={(active) => setEdit({ ...edit, active })}
        />
        {done !== null && (
          <div role="status">
            {texts.progress(format.count(done), format.count(items.length))}
            <progress aria-label={texts.saving} value={done} max={items.length} />
          </div>
        )}
        {failed.length > 0 && (
          <ul class="bulk-failed" role="alert">
            {failed.map(({ item, message }) => (
              <li key={item.id}>
                <b>{item.name}</b> {message}
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  )
}

/** Saves a bulk edit, and undoes it. */
function useBulk(onDone: () => void) {
  const calls = useItemCalls()
  const format = useFormats()
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<BulkResult['failed']>([])
  const running = useRef<AbortController | null>(null)
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
      running.current?.abort()
    },
    [],
  )
  const undo = async (changed: readonly Changed[]) => {
    const before = new Map(changed.map((pair) => [pair.after.id, pair.before]))
    const result = await runBulk({
      items: changed.map(({ after }) => after),
      changeOf: (item) => changeBack(before.get(item.id) ?? item, item),
      save: calls.save,
      onProgress() {},
      signal: new AbortController().signal,
    })
    calls.refresh()
    const count = format.count(result.changed.length)
    showToast(
      result.failed.length === 0
        ? { kind: 'good', text: texts.undone(count) }
        : { kind: 'bad', text: texts.partlyUndone(count, format.count(changed.length)) },
    )
  }
  const save = async (items: readonly Item[], edit: BulkEdit) => {
    const controller = new AbortController()
    running.current = controller
    setFailed([])
    setDone(0)
    const result = await runBulk({
      items,
      changeOf: (item) => changeOfEdit(item, edit),
      save: calls.save,
      onProgress: setDone,
      signal: controller.signal,
    })
    const { changed } = result
    calls.refresh()
    if (changed.length > 0) {
      showToast({
        kind: 'good',
        text: texts.saved(format.count(changed.length), changed.length === 1),
        action: { label: catalogTexts.edit.undo, onClick: () => void undo(changed) },
      })
    }
    if (!isOpen.current) return
    setDone(null)
    setFailed(result.failed)
    if (result.failed.length === 0) onDone()
  }
  return { done, failed, save, cancel: () => running.current?.abort() }
}
