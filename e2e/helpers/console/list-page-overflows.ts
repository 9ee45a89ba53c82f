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
      let { position } = getComputedStyle(element)
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        // Boxes that are not positioned keep nothing that is.
        if (position === 'absolute' && style.position === 'static') continue
        if (style.overflowX !== 'visible') return true
        position = style.position
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
