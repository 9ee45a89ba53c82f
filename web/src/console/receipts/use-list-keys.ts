import type { TableHandle } from '../parts/table/use-row-focus.js'
import { useShortcut } from '../shell/shortcuts.js'
import { useConsoleTexts } from '../texts.js'

type ListKeys = {
  table: { current: TableHandle | null }
  /** Whether a receipt is open, which has keys of its own. */
  isOpen: boolean
  /** Null when rows cannot be selected. */
  onSelect: ((id: string) => void) | null
}

/** Moves through the list with J and K, selects with X, and goes to the search with a slash. */
export function useListKeys({ table, isOpen, onSelect }: ListKeys): void {
  const { keys: texts } = useConsoleTexts().receipts
  const whenClosed = (key: string, label: string, run: () => void) =>
    isOpen ? null : { key, label, run }
  useShortcut(whenClosed('j', texts.down, () => table.current?.move(1)))
  useShortcut(whenClosed('k', texts.up, () => table.current?.move(-1)))
  useShortcut(
    whenClosed('/', texts.search, () =>
      document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus(),
    ),
  )
  const select = () => {
    const row = document.activeElement?.closest('.table-row')
    const id = row?.querySelector<HTMLElement>('[data-row]')?.dataset['row']
    if (id) onSelect?.(id)
  }
  useShortcut(onSelect && whenClosed('x', texts.select, select))
}
