/// <reference lib="dom" />
import type { Page } from '../helpers/browser.js'

type Colours = { name: string; text: string; behind: string }

/** How well the texts that `selectors` find can be told from what is behind them, from 1 to 21, as WCAG counts. */
export async function readContrasts(
  page: Page,
  selectors: readonly string[],
): Promise<Record<string, number>> {
  const found = await page.evaluate(readColours, selectors)
  return Object.fromEntries(
    found.map(({ name, text, behind }) => {
      const [darker = 0, lighter = 0] = [luminance(text), luminance(behind)].toSorted(
        (a, b) => a - b,
      )
      return [name, (lighter + 0.05) / (darker + 0.05)]
    }),
  )
}

/** Runs in the page. */
function readColours(selectors: readonly string[]): Colours[] {
  return selectors.map((name) => {
    const element = document.querySelector(name)
    if (!element) throw new Error(`there is no ${name}`)
    const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)'
    let ground: Element = element
    while (isClear(getComputedStyle(ground).backgroundColor) && ground.parentElement) {
      ground = ground.parentElement
    }
    const behind = getComputedStyle(ground).backgroundColor
    return { name, text: getComputedStyle(element).color, behind }
  })
}

/** Of `rgb(138, 75, 20)`, which is how browsers write what they have computed. */
function luminance(colour: string): number {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1)
  if (!parts) throw new Error(`${colour} cannot be compared`)
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
