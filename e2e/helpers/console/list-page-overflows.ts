/// <reference lib="dom" />
import type { Page } from '../browser.js'

/**
 * Lists up to four elements that reach out of the window. Content that a box clips or scrolls does
 * not count.
 */
export async function listPageOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const isKept = (element: Element) => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return true
      }
      return false
    }
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -0.5 || right > window.innerWidth + 0.5)
    }
    const found = [...document.body.querySelectorAll('*')]
      .filter((element) => isOut(element) && element.checkVisibility() && !isKept(element))
      .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent}`)
    const problems = found.slice(0, 4).map((text) => text.slice(0, 80))
    return scrollWidth > window.innerWidth
      ? [`the page is ${scrollWidth} px wide`, ...problems]
      : problems
  })
}
