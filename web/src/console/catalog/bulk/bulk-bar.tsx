import { useState } from 'preact/hooks'
import { bulkTexts as texts } from '../../../core/texts/en-console-bulk.js'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { FormDialog } from '../../panels/confirm-dialog.js'
import { Icon } from '../../parts/icon.js'
import { showToast } from '../../parts/toast.js'
import { type Item, useItemCalls } from '../use-items.js'
import { BulkDialog } from './bulk-dialog.js'

type BulkBarProps = { items: readonly Item[]; onClear(): void }

/** Actions on the selected items. */
export function BulkBar({ items, onClear }: BulkBarProps) {
  const format = useFormats()
  const calls = useItemCalls()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const count = format.count(items.length)
  const removeAll = async () => {
    for (const { id } of items) await calls.remove(id)
    showToast({ kind: 'good', text: texts.deleted(count, items.length === 1) })
    onClear()
  }
  return (
    <div class="row" role="toolbar" aria-label={texts.label}>
      <b>{texts.selected(count)}</b>
      <button type="button" class="button" onClick={() => setOpen('edit')}>
        <Icon name="pencil" />
        {texts.edit}
      </button>
      <button type="button" class="button" onClick={() => setOpen('delete')}>
        {catalogTexts.item.delete}
      </button>
      <button type="button" class="button quiet" onClick={onClear}>
        {texts.clear}
      </button>
      {open === 'edit' && <BulkDialog items={items} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <FormDialog
          title={texts.deleteTitle(count, items.length === 1)}
          submit={catalogTexts.item.delete}
          isDanger
          onSubmit={removeAll}
          onClose={() => setOpen(null)}
        >
          <p>{catalogTexts.item.deleteText}</p>
        </FormDialog>
      )}
    </div>
  )
}
