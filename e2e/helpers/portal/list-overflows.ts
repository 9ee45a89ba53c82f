/// <reference lib="dom" />
import type { Page } from '../browser.js'

/** Lists up to four elements that are wider than the window or overflow their card. */
export async function listOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const problems: string[] = []
    if (scrollWidth > window.innerWidth) problems.push(`page width is ${scrollWidth} px`)

    const isHidden = (element: Element) =>
      element.closest('.visually-hidden') !== null || !element.checkVisibility()
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('class')}: ${element.textContent?.slice(0, 40)}`

    /** Whether it is in a row that scrolls on its own. */
    const isInRow = (element: Element): boolean => {
      const parent = element.parentElement
      if (parent === null || parent === document.body) return false
      return /auto|scroll/.test(getComputedStyle(parent).overflowX) || isInRow(parent)
    }

    for (const element of document.body.querySelectorAll('*')) {
      if (isHidden(element) || isInRow(element)) continue
      const { left, right } = element.getBoundingClientRect()
      if (left < -0.5 || right > window.innerWidth + 0.5) problems.push(nameOf(element))
    }

    // Text can overflow its element without changing the element's size.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent } = text
      const box = parent?.closest('.card, .order-summary, .sandbox-tile, .brand, .foot, .problem')
      if (!parent || !box || isHidden(parent) || parent.closest('select')) continue
      // Clipped on purpose.
      if (getComputedStyle(parent).textOverflow === 'ellipsis') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const outer = box.getBoundingClientRect()
      for (const { left, right, width } of range.getClientRects()) {
        const isOut = left < outer.left - 0.5 || right > outer.right + 0.5
        if (width > 0 && isOut) problems.push(`text of ${nameOf(parent)}`)
      }
    }
    return [...new Set(problems)].slice(0, 4)
  })
}
