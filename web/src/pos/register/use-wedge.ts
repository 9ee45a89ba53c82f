import { useEffect, useRef } from 'preact/hooks'

/** Scanners type faster than people: some 5 ms per key. */
const maxGapMs = 45
const minLength = 4

/**
 * Recognizes a barcode scanner, which types the code and Enter like a keyboard. `onStart` is called
 * before the first key of every burst, and `onCode` with the code, so that the keypad can remove
 * the
 * digits that it has taken for typed ones.
 */
export function useWedge({
  onStart,
  onCode,
}: {
  onStart(): void
  onCode(code: string): void
}): void {
  const latest = useRef({ onStart, onCode })
  latest.current = { onStart, onCode }
  useEffect(() => {
    let code = ''
    let lastAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const isBurst = event.timeStamp - lastAt < maxGapMs
      lastAt = event.timeStamp
      if (event.key === 'Enter' && isBurst && code.length >= minLength) {
        event.preventDefault()
        event.stopImmediatePropagation()
        const target = event.target as HTMLElement
        if (target instanceof HTMLInputElement) target.value = ''
        latest.current.onCode(code)
        code = ''
        return
      }
      if (event.key.length !== 1) return
      if (!isBurst || code === '') {
        code = ''
        latest.current.onStart()
      }
      code += event.key
    }
    // Before every other listener.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
