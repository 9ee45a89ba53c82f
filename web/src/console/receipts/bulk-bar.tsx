import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'

type BulkBarProps = {
  count: number
  /** Whether the list has archived receipts only. */
  isArchive: boolean
  onArchive(archived: boolean): void
  onClear(): void
}

/** Actions on the selected receipts. */
export function BulkBar({ count, isArchive, onArchive, onClear }: BulkBarProps) {
  const { bulk: texts } = useConsoleTexts().receipts
  const format = useFormats()
  return (
    <div class="row" role="toolbar" aria-label={texts.label}>
      <b>{texts.selected(format.count(count))}</b>
      <button type="button" class="button" onClick={() => onArchive(!isArchive)}>
        <Icon name={isArchive ? 'undo' : 'archive'} />
        {isArchive ? texts.restore : texts.archive}
      </button>
      <button type="button" class="button quiet" onClick={onClear}>
        {texts.clear}
      </button>
    </div>
  )
}
