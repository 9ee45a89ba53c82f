import { useEffect, useRef } from 'preact/hooks'

export type Shortcut = {
  /** A letter or sign without modifier, as in `KeyboardEvent.key`. */
  key: string
  /** Describes it in the help dialog. */
  label: string
  run(): void
}

const active: { current: Shortcut }[] = []
const setting = 'tallystick.shortcuts'

/** Returns whether single keys act. Speech input and shaky hands may press them by accident. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(setting) !== 'off'
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(setting)
  else localStorage.setItem(setting, 'off')
}

/** Returns the shortcuts of the screen, the latest of each key. */
export function listShortcuts(): Shortcut[] {
  return [...new Map(active.map(({ current }) => [current.key, current])).values()]
}

/** Adds a shortcut while a component is mounted. The latest one of a key acts. */
export function useShortcut(shortcut: Shortcut | null): void {
  const latest = useRef(shortcut)
  latest.current = shortcut
  const key = shortcut?.key ?? null
  useEffect(() => {
    if (key === null) return
    const entry = latest as { current: Shortcut }
    active.push(entry)
    return () => void active.splice(active.indexOf(entry), 1)
  }, [key])
}

/** Runs the shortcuts for the keys that the page receives. */
export function useShortcutKeys(onPalette: () => void): void {
  const open = useRef(onPalette)
  open.current = onPalette
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      const hasModifier = event.ctrlKey || event.metaKey
      if (hasModifier && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open.current()
        return
      }
      if (hasModifier || !areShortcutsOn() || isBusy(event.target)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const shortcut = listShortcuts().find((candidate) => candidate.key === key)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Returns whether the key belongs to a field, a menu or a dialog other than a drawer. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]:not(.drawer)')) return true
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]',
    ) !== null
  )
}
