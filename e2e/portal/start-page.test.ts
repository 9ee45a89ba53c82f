import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('the start page', () => {
  test('default: one click opens a demo checkout, also without JavaScript', async () => {
    const opened = await openPage(browser, { javaScriptEnabled: false, width: 390, height: 844 })
    const { page } = opened
    await page.goto(service.demo.baseUrl)
    expect(await page.locator('#command').innerText()).toContain(service.demo.apiKey)
    expect(await page.locator('#status').innerText()).toContain('Running')

    const button = page.getByRole('button', { name: 'Open a demo checkout' })
    const box = await button.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'lower edge of the button').toBeLessThan(844)
    await button.click()
    await page.waitForURL(/\/portal\/rcpt_/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Notch & Bean')
    await opened.close()
  })

  test.each([320, 390, 1_280])('behavior: is usable at %i px, in light and dark', async (width) => {
    const opened = await openPage(browser, { width, height: 844 })
    const { page } = opened
    await page.addInitScript({ content: axeScript })
    await page.goto(service.demo.baseUrl)
    await page.getByText(/\d+ of \d+ responded/).waitFor()
    expect(await listOverflows(page)).toEqual([])
    expect(await listSmallTargets(page)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await listViolations(page), colorScheme).toEqual([])
      await takeScreenshot(page, `start-${width}-${colorScheme}`)
    }
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })
})
