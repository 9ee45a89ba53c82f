/// <reference lib="dom" />
import type { Page } from '../browser.js'

type Colors = { name: string; text: string; background: string }

/** Returns the WCAG contrast ratio, from 1 to 21, of the text that each selector finds. */
export async function readContrasts(
  page: Page,
  selectors: readonly string[],
): Promise<Record<string, number>> {
  const colors = await page.evaluate(readColors, selectors)
  return Object.fromEntries(
    colors.map(({ name, text, background }) => {
      const [darker = 0, lighter = 0] = [luminance(text), luminance(background)].toSorted(
        (a, b) => a - b,
      )
      return [name, (lighter + 0.05) / (darker + 0.05)]
    }),
  )
}

/** Runs in the page. */
function readColors(selectors: readonly string[]): Colors[] {
  return selectors.map((name) => {
    const element = document.querySelector(name)
    if (!element) throw new Error(`No element matches ${name}.`)
    const isTransparent = (color: string) => color === 'rgba(0, 0, 0, 0)'
    let ancestor: Element = element
    while (isTransparent(getComputedStyle(ancestor).backgroundColor) && ancestor.parentElement) {
      ancestor = ancestor.parentElement
    }
    const background = getComputedStyle(ancestor).backgroundColor
    return { name, text: getComputedStyle(element).color, background }
  })
}

/**
 * Computes the luminance of a computed color such as `rgb(138, 75, 20)` or `color(srgb 0.54 0.29
 * 0.08)`.
 */
function luminance(color: string): number {
  const bytes = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1)
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color)?.slice(1)
  const shares = bytes?.map((byte) => Number(byte) / 255) ?? mixed?.map(Number)
  if (!shares) throw new Error(`Cannot parse the color ${color}.`)
  const [red = 0, green = 0, blue = 0] = shares.map((share) => {
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
