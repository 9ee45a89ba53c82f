/// <reference lib="dom" />
import type { Page } from '../browser.js'

/**
 * Lists targets that are too small to tap: below 44 px for controls of a payment, 24 px for all
 * others.
 */
export async function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = 'button, summary, select, .main-button, .quiet-button, .asset, .choice, form input'
    const all = `${main}, a, input, label[for]`
    return [...document.querySelectorAll(all)].flatMap((element) => {
      const isPartOfTarget = element.matches('label[for], .asset input, .choice input')
      if (isPartOfTarget || !element.checkVisibility()) return []
      const { width, height } = element.getBoundingClientRect()
      const minSize = element.matches(main) ? 44 : 24
      // Tolerates rounding.
      if (width >= minSize - 0.5 && height >= minSize - 0.5) return []
      return [`${element.className || element.tagName} is ${width} by ${height}`]
    })
  })
}
