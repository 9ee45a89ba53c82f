import { useLayoutEffect, useState } from 'preact/hooks'

/** Moves the focus between rows. Returns false when there is no further row. */
export type TableHandle = { move(delta: 1 | -1): boolean; focusRow(key: string): boolean }

type FocusInput = {
  entries: readonly { kind: 'row' | 'day'; key: string }[]
  currentKey?: string | null
  handle?: { current: TableHandle | null }
}

/** Returns a function that moves the focus to another row, which it first scrolls into view. */
export function useRowFocus(
  { entries, currentKey, handle }: FocusInput,
  body: { current: HTMLDivElement | null },
  tops: readonly number[],
) {
  const [targetKey, setTargetKey] = useState<string | null>(null)
  const linkOf = (key: string) =>
    body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  useLayoutEffect(() => {
    if (targetKey === null) return
    linkOf(targetKey)?.focus({ preventScroll: true })
    setTargetKey(null)
  })
  const focusIndex = (index: number) => {
    const entry = entries[index]
    const list = body.current
    if (!entry || !list) return false
    const top = list.getBoundingClientRect().top + (tops[index] ?? 0)
    const bottom = list.getBoundingClientRect().top + (tops[index + 1] ?? 0)
    // Leaves room for the sandbox bar, the head of the table and the tab bar of a phone.
    const room = 120
    if (top < room) scrollBy(0, top - room)
    else if (bottom > innerHeight - room) scrollBy(0, bottom - innerHeight + room)
    setTargetKey(entry.key)
    return true
  }
  const move = (delta: 1 | -1) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
    const from = entries.findIndex(({ key }) => key === (focused ?? currentKey))
    let index = from < 0 && delta < 0 ? entries.length : from
    do index += delta
    while (entries[index]?.kind === 'day')
    return focusIndex(index)
  }
  if (handle) {
    handle.current = {
      move,
      focusRow: (key) => focusIndex(entries.findIndex((entry) => entry.key === key)),
    }
  }
  return move
}
