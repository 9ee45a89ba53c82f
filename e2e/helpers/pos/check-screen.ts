/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { listViolations } from '../portal/list-violations.js'
import { takePicture } from './open-register.js'

/** Lists what is wrong with a screen: violations of WCAG, small targets, content that is cut off. */
export async function checkScreen(page: Page, name: string): Promise<string[]> {
  await takePicture(page, name)
  const found = [
    ...(await listViolations(page)),
    ...(await listSmallTargets(page)),
    ...(await listOverflows(page)),
  ]
  return found.map((problem) => `${name}: ${problem}`)
}

/** Fingers in gloves need 56 px. */
async function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minSize = 56
    const targets = document.querySelectorAll<HTMLElement>('button, a, select, input, label.check')
    return [...targets].flatMap((element) => {
      const label = element.closest('label.check')
      const { width, height } = (label ?? element).getBoundingClientRect()
      if (!element.checkVisibility() || width === 0) return []
      // Tolerates rounding.
      if (width >= minSize - 0.5 && height >= minSize - 0.5) return []
      return [`${element.textContent || element.className} is ${width} by ${height}`]
    })
  })
}

async function listOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
    const money = [...document.querySelectorAll<HTMLElement>('.money, .huge, button')]
    const cut = money.filter((element) => {
      if (!element.checkVisibility()) return false
      const { left, right } = element.getBoundingClientRect()
      const isScrolled = element.closest('.cats') !== null
      return !isScrolled && (left < -0.5 || right > clientWidth + 0.5)
    })
    return [...wide, ...cut.map((element) => `cut off: ${element.textContent}`)]
  })
}
