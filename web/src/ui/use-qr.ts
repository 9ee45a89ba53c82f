import { useEffect, useState } from 'preact/hooks'

/** A QR code of a text: its width in modules, and the dark ones as a path. */
export type DrawnQr = { text: string; size: number; path: string }

/**
 * The code of a text; `null` while it is drawn. The first one came with the page, so that what draws the others need not
 * be loaded by whoever never asks for another.
 */
export function useQr(text: string, first: DrawnQr | null): DrawnQr | null {
  const [drawn, setDrawn] = useState(first)
  const known = [drawn, first].find((one) => one?.text === text) ?? null
  const isKnown = known !== null
  useEffect(() => {
    if (isKnown) return
    let isGone = false
    const draw = ({ drawQr }: typeof import('./draw-qr.js')) => {
      if (!isGone) setDrawn({ text, ...drawQr(text) })
    }
    // Without it there are still the address and the amount.
    import('./draw-qr.js').then(draw, () => {})
    return () => {
      isGone = true
    }
  }, [text, isKnown])
  return known
}
