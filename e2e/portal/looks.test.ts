/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { longestFields, longestReceipt } from '../helpers/portal/longest-receipt.js'
import { openSimulatedPortal } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import { listStates } from '../helpers/portal/portal-states.js'
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
      const found = await visitStates(portal, {
        receipt: portal.receipt,
        states: [...mainStates, ...otherStates],
        async look(page, where) {
          await takeScreenshot(page, `${where}-${colorScheme}`)
          return [...(await listOverflows(page)), ...(await listSmallTargets(page))]
        },
      })
      expect(found).toEqual([])
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

  test('behavior: right-to-left names stay in their column', async () => {
    const labels = ['שולחן אוכל, 3 מגירות (אלון)', 'قهوة عربية 250 غ', 'Oak table']
    const lineItems = labels.map((label) => ({ label, priceUsd: 10 }))
    const fields = { lineItems, totalUsd: 30 }
    const portal = await openSimulatedPortal(browser, service, { fields })
    const lefts = await portal.page.locator('.summary-lines .label').evaluateAll((found) =>
      found.map((label) => {
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
    const found = await visitStates(portal, { receipt, widths: [390, 1_280], look: listOverflows })
    expect(found).toEqual([])
    await portal.close()
  })

  test('behavior: respects reduced motion', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const sent = listStates(portal.receipt).find(({ name }) => name === 'sent')
    await portal.show(sent?.receipt ?? portal.receipt)
    expect(await listMotions(portal.page)).not.toEqual([])
    await portal.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await listMotions(portal.page)).toEqual([])
    await portal.close()
  })
})

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
