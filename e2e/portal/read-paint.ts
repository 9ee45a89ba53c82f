/// <reference lib="dom" />
import type { Page } from '../helpers/browser.js'

export type Paint = {
  /** When the largest thing of the page was drawn, ms after the page was asked for. */
  largestMs: number
  /** How much things moved while it was loaded; 0 is not at all. */
  shift: number
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** How a page that has been loaded came to be, by the browser's own account. */
export async function readPaint(page: Page): Promise<Paint> {
  return page.evaluate(async () => {
    const listEntries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          resolve(list.getEntries())
        })
        observer.observe({ type, buffered: true })
        // Where there are none, none are told of.
        setTimeout(() => resolve([]), 250)
      })
    const [paints, shifts] = await Promise.all(
      ['largest-contentful-paint', 'layout-shift'].map(listEntries),
    )
    const unasked = (shifts as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      largestMs: paints?.at(-1)?.startTime ?? Number.POSITIVE_INFINITY,
      shift: unasked.reduce((sum, { value }) => sum + value, 0),
    }
  })
}
