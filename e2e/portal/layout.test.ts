/// <reference lib="dom" />
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { openSimulatedPortal } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import { listStates } from '../helpers/portal/portal-states.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const names = [
  'generated',
  'sent',
  'part_paid',
  'recipient_validated 1 of 3',
  'tx_mismatch',
  'paid',
  'overpaid',
  'failed',
  'expired',
  'sold_out',
  'refund_requested',
  'refunded',
]
const sizes = [
  { width: 390, height: 844 },
  { width: 1_280, height: 800 },
]
const regions = {
  brand: '.brand',
  summary: '.order-summary',
  card: '.card',
  status: '.status',
  action: '.main-button',
  foot: '.foot',
}
const shopUrl = 'https://shop.example'
/** Boxes may differ by this many pixels. */
const tolerance = 4
const file = join(import.meta.dirname, 'layout.json')

type Box = readonly [x: number, y: number, width: number, height: number]
type Layout = Record<string, Record<string, Box | null>>

describe('regions of /portal/{receiptId}', () => {
  test('default: twelve states keep their layout on a phone and on a desktop', async () => {
    const receiptId = await placeDemoOrder(service.program)
    const portal = await openSimulatedPortal(browser, service, {
      receiptId,
      timezoneId: 'UTC',
      mayReach: [shopUrl],
    })
    const { page } = portal
    // A page that takes long to measure would return to the shop. No content keeps it.
    await page.route(`${shopUrl}/**`, (route) => route.fulfill({ status: 204 }))
    await useSameFont(page)
    const layout: Layout = {}
    for (const name of names) {
      const state = listStates(portal.receipt).find((state) => state.name === name)
      await portal.show({
        ...(state?.receipt ?? portal.receipt),
        returnUrl: shopUrl,
      })
      for (const size of sizes) {
        await page.setViewportSize(size)
        const where = `${name.replaceAll(/[ _]/g, '-')}-${size.width}`
        layout[where] = await readBoxes(page)
        await takeScreenshots(page, `portal-${where}`)
      }
    }
    await portal.close()

    // To accept a new layout: UPDATE_LAYOUT=1 npm test -- e2e/portal/layout
    if (process.env['UPDATE_LAYOUT'] || !existsSync(file)) {
      writeFileSync(file, `${JSON.stringify(layout, null, 2)}\n`)
    }
    expect(listMoves(JSON.parse(readFileSync(file, 'utf8')), layout)).toEqual([])
  })
})

/** Replaces the system's font, so that every machine measures the same. */
async function useSameFont(page: Page): Promise<void> {
  const path = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    document.fonts.add(await new FontFace('Measured', bytes).load())
    const { style } = document.documentElement
    for (const name of ['--font', '--font-mono']) style.setProperty(name, 'Measured')
  }, readFileSync(path).toString('base64'))
}

/** Returns the boxes of the visible regions on the whole page. */
async function readBoxes(page: Page): Promise<Record<string, Box | null>> {
  return page.evaluate((selectors) => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    const boxOf = (selector: string): Box | null => {
      const all = [...document.querySelectorAll(selector)]
      const box = all.find((element) => element.checkVisibility())?.getBoundingClientRect()
      const sides = box && [box.x, box.y + window.scrollY, box.width, box.height].map(Math.round)
      return (sides as unknown as Box | undefined) ?? null
    }
    const entries = Object.entries(selectors).map(
      ([name, selector]) => [name, boxOf(selector)] as const,
    )
    return Object.fromEntries(entries)
  }, regions)
}

function listMoves(expected: Layout, actual: Layout): string[] {
  return Object.entries(actual).flatMap(([where, boxes]) =>
    Object.entries(boxes).flatMap(([region, box]) => {
      const expectedBox = expected[where]?.[region] ?? null
      const isSame =
        box && expectedBox
          ? box.every((side, index) => Math.abs(side - (expectedBox[index] ?? 0)) <= tolerance)
          : box === expectedBox
      return isSame ? [] : [`${where} ${region}: ${box}, expected ${expectedBox}`]
    }),
  )
}

/** Saves the page in both themes, if screenshots are wanted. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env['PORTAL_SHOTS']) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takeScreenshot(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
