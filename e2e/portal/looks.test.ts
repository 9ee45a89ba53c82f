/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from './list-overflows.js'
import { listSmallTargets } from './list-small-targets.js'
import { longestFields, longestReceipt } from './longest-receipt.js'
import { openFedPortal } from './open-fed-portal.js'
import { placeBasket } from './place-basket.js'
import { takeShot } from './take-shot.js'
import { mainStates, visitStates, widths } from './visit-states.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const others = ['tx_mismatch', 'recipient_validated 1 of 3', 'completed', 'refunded']

describe('the looks of /portal/{receiptId}', () => {
  test('default: nothing sticks out and everything can be hit, at every width', async () => {
    const receiptId = await placeBasket(service.program)
    const portal = await openFedPortal(browser, service, { wallets: ['Fern', 'Moss'], receiptId })
    for (const colorScheme of ['light', 'dark'] as const) {
      await portal.page.emulateMedia({ colorScheme })
      const found = await visitStates(portal, {
        ...{ receipt: portal.receipt, states: [...mainStates, ...others] },
        async look(page, where) {
          await takeShot(page, `${where}-${colorScheme}`)
          return [...(await listOverflows(page)), ...(await listSmallTargets(page))]
        },
      })
      expect(found).toEqual([])
    }
    await portal.close()
  })

  test('behavior: amounts end under each other, in figures of one width', async () => {
    const receiptId = await placeBasket(service.program)
    const portal = await openFedPortal(browser, service, { receiptId })
    for (const width of widths) {
      await portal.page.setViewportSize({ width, height: 800 })
      const edges = await portal.page
        .locator('.slip .money')
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

  test('behavior: the longest names, ids, hashes and amounts stay inside', async () => {
    const portal = await openFedPortal(browser, service, {
      ...{ wallets: ['W'.repeat(40)], fields: longestFields() },
    })
    const receipt = longestReceipt(portal.receipt)
    expect(await visitStates(portal, { receipt, look: listOverflows })).toEqual([])
    await portal.close()
  })

  test('behavior: names written from right to left keep to their column', async () => {
    const labels = ['שולחן אוכל, 3 מגירות (אלון)', 'قهوة عربية 250 غ', 'Oak table']
    const lineItems = labels.map((label) => ({ label, priceUsd: 10 }))
    const fields = { lineItems, totalUsd: 30 }
    const portal = await openFedPortal(browser, service, { fields })
    const lefts = await portal.page.locator('.slip-lines .label').evaluateAll((found) =>
      found.map((label) => {
        const text = document.createRange()
        text.selectNodeContents(label)
        return Math.round(text.getBoundingClientRect().left)
      }),
    )
    expect(lefts).toHaveLength(3)
    expect(new Set(lefts).size).toBe(1)
    await takeShot(portal.page, 'right-to-left')
    await portal.close()
  })

  test('behavior: text of twice the size fits', async () => {
    const receiptId = await placeBasket(service.program)
    const portal = await openFedPortal(browser, service, { wallets: ['Fern', 'Moss'], receiptId })
    await portal.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const { receipt } = portal
    // Between them the page would have other columns, if the browser and not the test had made the text larger.
    const found = await visitStates(portal, { receipt, widths: [390, 1_280], look: listOverflows })
    expect(found).toEqual([])
    await portal.close()
  })

  test('behavior: nothing moves for whoever wants no motion', async () => {
    const portal = await openFedPortal(browser, service)
    expect(await listMotions(portal.page)).not.toEqual([])
    await portal.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await listMotions(portal.page)).toEqual([])
    await portal.close()
  })
})

/** Everything that would take time to change or to move. */
async function listMotions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element)
      return animationName !== 'none' || /[1-9]/.test(transitionDuration)
    })
    return moving.map((element) => element.outerHTML.slice(0, 60))
  })
}
