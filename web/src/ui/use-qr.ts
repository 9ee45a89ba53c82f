import { useEffect, useState } from 'preact/hooks'

/** A QR code: its width in modules, and the dark modules as an SVG path. */
export type DrawnQr = { text: string; size: number; path: string }

/**
 * Returns the QR code of a text, or null while it is drawn. The server draws the first code, so the drawing code is
 * loaded only when another one is needed.
 */
export function useQr(text: string, first: DrawnQr | null): DrawnQr | null {
  const [drawn, setDrawn] = useState(first)
  const known = [drawn, first].find((one) => one?.text === text) ?? null
  const isKnown = known !== null
  useEffect(() => {
    if (isKnown) return
    let isGone = false
    const draw = ({ drawQr }: typeof import('../core/qr/draw-qr.js')) => {
      if (!isGone) setDrawn({ text, ...drawQr(text) })
    }
    // On failure the buyer still has the address and the amount.
    import('../core/qr/draw-qr.js').then(draw, () => {})
    return () => {
      isGone = true
    }
  }, [text, isKnown])
  return known
}
