import { Dialog } from '../parts/dialog.js'
import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'
import { type ColumnName, columnNames, moveColumn } from './columns.js'

type ColumnsDialogProps = {
  columns: readonly ColumnName[]
  /** Null restores the default columns. */
  onChange(columns: readonly ColumnName[] | null): void
  onClose(): void
}

/** Lets a person choose and order the columns of the list. */
export function ColumnsDialog({ columns, onChange, onClose }: ColumnsDialogProps) {
  const { receipts: texts } = useConsoleTexts()
  const { title, up, down, reset, done } = texts.columnDialog
  const others = columnNames.filter((name) => !columns.includes(name))
  const toggle = (name: ColumnName, isShown: boolean) =>
    onChange(isShown ? [...columns, name] : columns.filter((column) => column !== name))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={() => onChange(null)}>
            {reset}
          </button>
          <button type="button" class="button main" onClick={onClose}>
            {done}
          </button>
        </>
      }
    >
      <ul class="column-list">
        {[...columns, ...others].map((name) => {
          const place = columns.indexOf(name)
          const label = texts.column[name]
          return (
            <li key={name}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={place >= 0}
                  // The list needs a column with a link.
                  disabled={columns.length === 1 && place === 0}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                />
                {label}
              </label>
              {place >= 0 && (
                <>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={up(label)}
                    disabled={place === 0}
                    onClick={() => onChange(moveColumn(columns, name, -1))}
                  >
                    <Icon name="up" />
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={down(label)}
                    disabled={place === columns.length - 1}
                    onClick={() => onChange(moveColumn(columns, name, 1))}
                  >
                    <Icon name="down" />
                  </button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
