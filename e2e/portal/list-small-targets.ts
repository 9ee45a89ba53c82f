/// <reference lib="dom" />
import type { Page } from '../helpers/browser.js'

/** What can be pressed and is smaller than a finger needs: 44 px for what a payment takes, 24 px for everything else. */
export async function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = 'button, summary, select, .main-button, .quiet-button, .asset, .choice, form input'
    const all = `${main}, a, input, label[for]`
    return [...document.querySelectorAll(all)].flatMap((element) => {
      const isBare = element.matches('label[for], .asset input, .choice input')
      if (isBare || !element.checkVisibility()) return []
      const { width, height } = element.getBoundingClientRect()
      const least = element.matches(main) ? 44 : 24
      // Half a pixel is what rounding takes.
      if (width >= least - 0.5 && height >= least - 0.5) return []
      return [`${element.className || element.tagName} is ${width} by ${height}`]
    })
  })
}
