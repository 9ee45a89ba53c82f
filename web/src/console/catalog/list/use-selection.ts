import { useEffect, useRef, useState } from 'preact/hooks'
import type { Selection } from '../../parts/table/table.js'
import { useRight } from '../../session/session.js'
import type { Item } from '../use-items.js'

/** Remembers which items are selected, as they are now. */
export function useSelection(items: readonly Item[], search: string) {
  const mayWrite = useRight('inventory:write')
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>(new Map())
  // A phone has no room for boxes that are seldom used.
  const [hasBoxes, setBoxes] = useState(false)
  const clear = () => {
    setSelected(new Map())
    setBoxes(false)
  }
  useEffect(clear, [search])
  const loadedItems = new Map(items.map((item) => [item.id, item]))
  const toggle = (id: string) =>
    setSelected((chosen) => {
      const item = loadedItems.get(id)
      const others = new Map([...chosen].filter(([key]) => key !== id))
      return chosen.has(id) || !item ? others : others.set(id, item)
    })
  const table: Selection | undefined = mayWrite
    ? {
        keys: new Set(selected.keys()),
        isActive: hasBoxes || selected.size > 0,
        onToggle: toggle,
        // Only loaded items, because the others are not visible.
        onToggleAll: () =>
          setSelected((chosen) => (chosen.size >= loadedItems.size ? new Map() : loadedItems)),
      }
    : undefined
  return {
    items: [...selected.values()].map((item) => loadedItems.get(item.id) ?? item),
    table,
    toggle,
    clear,
    toggleBoxes: () => setBoxes(!hasBoxes),
  }
}

/** Returns a value that changes only once it has been the same for a while. */
export function useSettled<Value>(start: Value, delayMs: number): [Value, (value: Value) => void] {
  const [value, setValue] = useState(start)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = useRef((next: Value) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setValue(next), delayMs)
  })
  return [value, change.current]
}
