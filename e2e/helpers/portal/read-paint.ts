/// <reference lib="dom" />
import type { Page } from '../browser.js'

export type Paint = {
  /** Largest contentful paint, ms after the request. */
  largestMs: number
  /** Cumulative layout shift; 0 means that nothing moved. */
  shift: number
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Reads the paint metrics of a loaded page. */
export async function readPaint(page: Page): Promise<Paint> {
  return page.evaluate(async () => {
    const listEntries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          resolve(list.getEntries())
        })
        observer.observe({ type, buffered: true })
        // The observer is not called when there are no entries.
        setTimeout(() => resolve([]), 250)
      })
    const [paints, shifts] = await Promise.all(
      ['largest-contentful-paint', 'layout-shift'].map(listEntries),
    )
    const unexpected = (shifts as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      largestMs: paints?.at(-1)?.startTime ?? Number.POSITIVE_INFINITY,
      shift: unexpected.reduce((sum, { value }) => sum + value, 0),
    }
  })
}
