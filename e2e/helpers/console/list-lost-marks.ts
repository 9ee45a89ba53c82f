/// <reference lib="dom" />
import type { Page } from '../browser.js'

/**
 * Lists chosen elements that look like the others once a system replaces all colors: those whose
 * only mark is a background.
 */
export async function listLostMarks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chosen =
      '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]'
    const isMarked = (element: Element) => {
      const style = getComputedStyle(element)
      const lines = ['Top', 'Right', 'Bottom', 'Left'].some((side) => {
        const width = style.getPropertyValue(`border-${side.toLowerCase()}-width`)
        return Number.parseFloat(width) > 0
      })
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
      return lines || isOutlined || style.forcedColorAdjust === 'none'
    }
    return [...document.querySelectorAll(chosen)]
      .filter((element) => element.checkVisibility() && !isMarked(element))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent}`)
  })
}
