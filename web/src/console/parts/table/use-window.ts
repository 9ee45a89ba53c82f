import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { approach, type Range, rowsInView } from './windowing.js'

/**
 * Returns which rows of a list to mount while the page scrolls. After a jump they come over several
 * frames.
 */
export function useWindow(list: { current: HTMLElement | null }, tops: readonly number[]): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(tops.length - 1, 40) })
  const current = useRef(range)
  const frame = useRef(0)
  const latestTops = useRef(tops)
  latestTops.current = tops
  const update = useCallback(() => {
    frame.current = 0
    const element = list.current
    if (!element) return
    const top = -element.getBoundingClientRect().top
    const target = rowsInView(latestTops.current, { top, height: innerHeight })
    const next = approach(current.current, target)
    if (!isSame(next, target)) request()
    if (isSame(next, current.current)) return
    current.current = next
    setRange(next)
  }, [])
  // Several scrolls in a frame mount the rows of one.
  const request = useCallback(() => {
    if (frame.current === 0) frame.current = requestAnimationFrame(update)
  }, [])
  useLayoutEffect(update, [tops])
  useLayoutEffect(() => {
    addEventListener('scroll', request, { passive: true })
    addEventListener('resize', request)
    return () => {
      cancelAnimationFrame(frame.current)
      removeEventListener('scroll', request)
      removeEventListener('resize', request)
    }
  }, [])
  return range
}

const isSame = (a: Range, b: Range) => a.start === b.start && a.end === b.end
