import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Range, rowsInView } from './windowing.js'

/** Returns which rows of a list to mount while the page scrolls. */
export function useWindow(list: { current: HTMLElement | null }, tops: readonly number[]): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(tops.length - 1, 40) })
  const current = useRef(range)
  const latestTops = useRef(tops)
  latestTops.current = tops
  const update = useCallback(() => {
    const element = list.current
    if (!element) return
    const top = -element.getBoundingClientRect().top
    const next = rowsInView(latestTops.current, { top, height: innerHeight })
    const { start, end } = current.current
    if (next.start === start && next.end === end) return
    current.current = next
    setRange(next)
  }, [])
  useLayoutEffect(update, [tops])
  useLayoutEffect(() => {
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [])
  return range
}
