import { useEffect, useState } from 'preact/hooks'
import { loadCodeEventually } from '../core/load-code.js'

/** A QR code: its width in modules, and the dark modules as an SVG path. */
export type DrawnQr = { text: string; size: number; path: string }

/**
 * Returns the QR code of a text, or null while it is drawn. The server draws the first code, so the
 * drawing code is loaded only when another one is needed.
 */
export function useQr(text: string, first: DrawnQr | null): DrawnQr | null {
  const [latest, setLatest] = useState(first)
  const current = [latest, first].find((code) => code?.text === text) ?? null
  const isDrawn = current !== null
  useEffect(() => {
    if (isDrawn) return
    let isWanted = true
    const draw = async () => {
      const load = () => import('../core/qr/draw-qr.js')
      const code = await loadCodeEventually(load, { isWanted: () => isWanted })
      if (code) setLatest({ text, ...code.drawQr(text) })
    }
    void draw()
    return () => {
      isWanted = false
    }
  }, [text, isDrawn])
  return current
}
