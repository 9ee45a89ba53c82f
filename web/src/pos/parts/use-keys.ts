import { useEffect, useRef } from 'preact/hooks'
import { type KeypadKey, keyOf } from '../sale/keypad.js'

type Handlers = { onKey(key: KeypadKey): void; onEnter(): void; onPlus?(): void }

/**
 * Follows the digits of a hardware keyboard, unless a field has them. Enter on a button is a click.
 */
export function useKeys(handlers: Handlers, { isActive = true } = {}): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement
      if (target.closest('input, select, textarea')) return
      const key = keyOf(event.key)
      if (key) latest.current.onKey(key)
      else if (event.key === '+') latest.current.onPlus?.()
      else if (event.key === 'Enter' && !target.closest('button, a')) latest.current.onEnter()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
