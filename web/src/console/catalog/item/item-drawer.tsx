import { useEffect, useState } from 'preact/hooks'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { toApiError } from '../../api/api-error.js'
import { FormDialog } from '../../panels/confirm-dialog.js'
import { Dialog } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { Notice } from '../../parts/notice.js'
import { Pill } from '../../parts/pill.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed } from '../../parts/states.js'
import { showToast } from '../../parts/toast.js'
import { useRight } from '../../session/session.js'
import { useShortcut } from '../../shell/shortcuts.js'
import { Differences } from '../conflict-dialog.js'
import { fieldsOf } from '../describe-fields.js'
import { type Item, useItem, useItemCalls } from '../use-items.js'
import { HistorySection } from './history-section.js'
import { changeOfDraft, type Draft } from './item-draft.js'
import { ItemForm } from './item-form.js'
import { PicturesField } from './pictures-field.js'
import { useItemForm } from './use-item-form.js'
import { VariantsSection } from './variants-section.js'

const { item: texts, kept, conflict: conflictTexts } = catalogTexts

type ItemDrawerProps = {
  /** Null for a new item. */
  id: string | null
  /** As the list has it, until the item is read. */
  known: Item | undefined
  /** The query of the address, which links keep. */
  search: string
  onNext: (() => void) | null
  onPrevious: (() => void) | null
  /** Called to show another item, such as one that was created. */
  onOpen(id: string): void
  onClose(): void
}

/** One item, or a new one: pictures, prices, stock, variants, attributes and history. */
export function ItemDrawer(props: ItemDrawerProps) {
  const { id, known, onClose } = props
  const query = useItem(id)
  const item = query.data ?? known
  const [start, setStart] = useState<Draft | undefined>(undefined)
  if (id === null || item || start) {
    const isNew = id === null || start !== undefined
    return (
      <OpenItem
        {...props}
        key={start ? 'variant' : 'item'}
        item={isNew ? null : (item ?? null)}
        start={start}
        onVariant={setStart}
        onClose={start ? () => setStart(undefined) : onClose}
      />
    )
  }
  return (
    <Dialog kind="drawer" title={texts.details} onClose={onClose}>
      <div class="item-section">
        {toApiErrorOrNull(query.error)?.status === 404 ? (
          <Notice title={texts.notFound} text={texts.notFoundText} icon="search" />
        ) : query.isError ? (
          <Failed error={query.error} kept={kept} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </div>
    </Dialog>
  )
}

function toApiErrorOrNull(error: unknown) {
  return error ? toApiError(error) : null
}

type OpenItemProps = ItemDrawerProps & {
  item: Item | null
  start: Draft | undefined
  onVariant(start: Draft): void
}

function OpenItem(props: OpenItemProps) {
  const { item, start, search, onNext, onPrevious, onOpen, onClose, onVariant } = props
  const mayWrite = useRight('inventory:write')
  const maySeeHistory = useRight('audit:read')
  const form = useItemForm(item, { start, onCreated: ({ id }) => onOpen(id) })
  const { base, draft, merge, isBusy, isChanged } = form
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const close = () => (isChanged ? setAsking('leave') : onClose())
  const move = (go: (() => void) | null) => (go && !isChanged ? go : null)
  useShortcut(move(onNext) && { key: 'j', label: texts.next, run: () => onNext?.() })
  useShortcut(move(onPrevious) && { key: 'k', label: texts.previous, run: () => onPrevious?.() })
  useWarningOnLeave(isChanged)
  return (
    <Dialog
      kind="drawer"
      title={base?.name ?? texts.new}
      status={base && !base.active && <Pill tone="wait" word={catalogTexts.notForSale} />}
      tools={
        base &&
        mayWrite && (
          <button type="button" class="button quiet" onClick={() => setAsking('delete')}>
            {texts.delete}
          </button>
        )
      }
      onClose={close}
      footer={
        mayWrite &&
        (isChanged || !base) && (
          <>
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={base ? form.discard : close}
            >
              {texts.discard}
            </button>
            <button
              type="button"
              class="button main"
              disabled={isBusy}
              onClick={() => void saveAndShowProblem(form.save)}
            >
              {base ? texts.save : texts.create}
            </button>
          </>
        )
      }
    >
      {form.message && (
        <p class="item-message problem-text" role="alert">
          {form.message}
        </p>
      )}
      {merge && base && (
        <div class="item-merge" role="alert">
          <p>
            <Icon name="warn" /> <b>{conflictTexts.title}</b> {conflictTexts.merged}
          </p>
          <Differences
            base={merge.from}
            current={merge.to}
            mine={{ ...fieldsOf(merge.to), ...changeOfDraft(draft, base) }}
          />
        </div>
      )}
      <ItemForm
        item={base}
        draft={draft}
        problems={form.problems}
        isReadOnly={!mayWrite}
        pictures={
          mayWrite ? (
            <PicturesField
              images={draft.images}
              onAdd={form.addImage}
              onChange={(images) => form.change({ images })}
            />
          ) : null
        }
        onChange={form.change}
      />
      <VariantsSection
        item={base}
        draft={draft}
        search={search}
        mayWrite={mayWrite && !isChanged}
        onChange={form.change}
        onAdd={onVariant}
      />
      {base && maySeeHistory && <HistorySection item={base} />}
      {asking === 'leave' && (
        <FormDialog
          title={texts.unsavedTitle}
          submit={texts.discard}
          isDanger
          onSubmit={async () => onClose()}
          onClose={() => setAsking(null)}
        >
          <p>{texts.unsavedText}</p>
        </FormDialog>
      )}
      {asking === 'delete' && base && (
        <DeleteDialog item={base} onDeleted={onClose} onClose={() => setAsking(null)} />
      )}
    </Dialog>
  )
}

/** Saves, and moves the focus to the first field that has a problem. */
async function saveAndShowProblem(save: () => Promise<boolean>): Promise<void> {
  if (await save()) return
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>('.item-form [aria-invalid="true"], .drawer [role="alert"]')
      ?.focus(),
  )
}

/** Lets the browser ask before the page with unsaved changes is closed. */
function useWarningOnLeave(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}

type DeleteDialogProps = { item: Item; onDeleted(): void; onClose(): void }

function DeleteDialog({ item, onDeleted, onClose }: DeleteDialogProps) {
  const calls = useItemCalls()
  return (
    <FormDialog
      title={texts.deleteTitle(item.name)}
      submit={texts.delete}
      isDanger
      onSubmit={async () => {
        await calls.remove(item.id)
        showToast({ kind: 'good', text: texts.deleted(item.name) })
        onDeleted()
      }}
      onClose={onClose}
    >
      <p>{texts.deleteText}</p>
    </FormDialog>
  )
}
