/// <reference lib="dom" />
// @module-tag slow
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { longestFields, longestReceipt } from '../helpers/portal/longest-receipt.js'
import { openSimulatedPortal } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import { change, listStates } from '../helpers/portal/portal-states.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { mainStates, visitStates, widths } from '../helpers/portal/visit-states.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const otherStates = [
  'tx_mismatch',
  'sold_out',
  'recipient_validated 1 of 3',
  'completed',
  'refunded',
]

describe('layout of /portal/{receiptId}', () => {
  test('default: nothing overflows and every target is large enough, at every width', async () => {
    const receiptId = await placeDemoOrder(service.program)
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern', 'Moss'],
      receiptId,
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await portal.page.emulateMedia({ colorScheme })
      const problems = await visitStates(portal, {
        receipt: portal.receipt,
        states: [...mainStates, ...otherStates],
        async look(page, where) {
          await takeScreenshot(page, `${where}-${colorScheme}`)
          return [...(await listOverflows(page)), ...(await listSmallTargets(page))]
        },
      })
      expect(problems).toEqual([])
    }
    await portal.close()
  })

  test('behavior: amounts are right-aligned in tabular figures', async () => {
    const receiptId = await placeDemoOrder(service.program)
    const portal = await openSimulatedPortal(browser, service, { receiptId })
    for (const width of widths) {
      await portal.page.setViewportSize({ width, height: 800 })
      const edges = await portal.page
        .locator('.summary-body .money')
        .evaluateAll((amounts) =>
          amounts.map((amount) => Math.round(amount.getBoundingClientRect().right)),
        )
      expect(edges.length).toBeGreaterThan(5)
      expect(new Set(edges), `${width} px`).toHaveProperty('size', 1)
    }
    const figures = await portal.page
      .locator('.money')
      .evaluateAll((amounts) =>
        amounts.map((amount) => getComputedStyle(amount).fontVariantNumeric),
      )
    expect(new Set(figures)).toEqual(new Set(['tabular-nums']))
    await portal.close()
  })

  test('behavior: the longest names, ids, hashes and amounts do not overflow', async () => {
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['W'.repeat(40)],
      fields: longestFields(),
    })
    const receipt = longestReceipt(portal.receipt)
    expect(await visitStates(portal, { receipt, look: listOverflows })).toEqual([])
    await portal.close()
  })

  test('behavior: a total from a cent to ten million fits, and is the largest text', async () => {
    const portal = await openSimulatedPortal(browser, service)
    for (const totalUsd of [0.01, 99_999.99, 999_999.99, 9_999_999.99]) {
      const { receipt } = portal
      const payment = { ...receipt.payment, dueUsd: totalUsd, due: totalUsd }
      const problems = await visitStates(portal, {
        receipt: { ...receipt, totalUsd, payment },
        states: ['generated', 'paid'],
        look: async (page) => [
          ...(await listOverflows(page)),
          ...(await page.evaluate(listLarger)),
        ],
      })
      expect(problems, String(totalUsd)).toEqual([])
    }
    await portal.close()
  })

  test('behavior: the lower edge of the order summary continues its side borders', async () => {
    for (const [width, deviceScaleFactor] of [
      [390, 3],
      [1_280, 1],
      [1_280, 2],
    ] as const) {
      const portal = await openSimulatedPortal(browser, service, { width, deviceScaleFactor })
      const box = await portal.page.locator('.order-summary').boundingBox()
      if (!box) throw new Error('The page has no order summary.')
      const bottom = box.y + box.height
      for (const side of [box.x, box.x + box.width]) {
        const clip = { x: Math.round(side) - 4, y: Math.floor(bottom) - 12, width: 8, height: 12 }
        const image = PNG.sync.read(await portal.page.screenshot({ clip }))
        // The edge begins 3 pixels above the end of the border.
        const [border, edge] = [2, 10].map((y) => listLineColumns(image, y * deviceScaleFactor))
        expect(border?.length, `${width} px at ${deviceScaleFactor}`).toBeGreaterThan(0)
        expect(edge, `${width} px at ${deviceScaleFactor}`).toEqual(border)
      }
      await portal.close()
    }
  })

  test('behavior: rows with several values, and contacts, keep their distances', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const stateOf = (name: string) =>
      listStates(portal.receipt).find((state) => state.name === name)?.receipt ?? portal.receipt
    const paid = stateOf('paid')
    const received = ['10', '15'].flatMap((amount) =>
      paid.payment.received.map((payment) => ({ ...payment, amount })),
    )
    await portal.show(change(paid, { payment: { received } }))
    const distances = await portal.page.locator('.facts > div').evaluateAll((rows) =>
      rows.map((row) => {
        const text = document.createRange()
        text.selectNodeContents(row.querySelector('dd') ?? row)
        return Math.round(row.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom)
      }),
    )
    expect(distances).toHaveLength(4)
    for (const distance of distances.slice(0, 3)) expect(distance).toBeGreaterThanOrEqual(8)

    await portal.show({ ...stateOf('closed'), contact: { email: 'help@tea.test' } })
    const note = await portal.page.getByText('Need help?').boundingBox()
    const link = await portal.page.getByRole('link', { name: 'help@tea.test' }).boundingBox()
    // The target of the link is larger than its text.
    expect((link?.y ?? 0) - (note?.y ?? 0) - (note?.height ?? 0)).toBeLessThanOrEqual(4)
    await portal.close()
  })

  test('behavior: right-to-left names stay in their column', async () => {
    const labels = ['שולחן אוכל, 3 מגירות (אלון)', 'قهوة عربية 250 غ', 'Oak table']
    const lineItems = labels.map((label) => ({ label, priceUsd: 10 }))
    const fields = { lineItems, totalUsd: 30 }
    const portal = await openSimulatedPortal(browser, service, { fields })
    const lefts = await portal.page.locator('.summary-lines .label').evaluateAll((labels) =>
      labels.map((label) => {
        const text = document.createRange()
        text.selectNodeContents(label)
        return Math.round(text.getBoundingClientRect().left)
      }),
    )
    expect(lefts).toHaveLength(3)
    expect(new Set(lefts).size).toBe(1)
    await takeScreenshot(portal.page, 'right-to-left')
    await portal.close()
  })

  test('behavior: text at 200 % fits', async () => {
    const receiptId = await placeDemoOrder(service.program)
    const portal = await openSimulatedPortal(browser, service, {
      wallets: ['Fern', 'Moss'],
      receiptId,
    })
    await portal.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const { receipt } = portal
    // Skips widths at which a browser's own zoom would change the columns.
    const problems = await visitStates(portal, {
      receipt,
      widths: [390, 1_280],
      look: listOverflows,
    })
    expect(problems).toEqual([])
    await portal.close()
  })

  test('behavior: respects reduced motion', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const sentPortalState = listStates(portal.receipt).find(({ name }) => name === 'sent')
    await portal.show(sentPortalState?.receipt ?? portal.receipt)
    expect(await listMotions(portal.page)).not.toEqual([])
    await portal.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await listMotions(portal.page)).toEqual([])
    await portal.close()
  })
})

/** Lists texts that are larger than the total. Runs in the page. */
function listLarger(): string[] {
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  const total = document.querySelector('.total .money')
  if (!total) return ['no total']
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && sizeOf(element) > sizeOf(total) + 0.5)
    .map((element) => `${element.outerHTML.slice(0, 60)} is larger than the total`)
}

/** Lists the columns of a row that have the color of the line instead of that of the surface. */
function listLineColumns({ data, width }: PNG, y: number): number[] {
  const columns = Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 2] ?? 0)
  return columns.flatMap((blue, x) => (blue < 233 ? [x] : []))
}

/** Lists elements with a transition or an animation. */
async function listMotions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element)
      return animationName !== 'none' || /[1-9]/.test(transitionDuration)
    })
    return moving.map((element) => element.outerHTML.slice(0, 60))
  })
}
