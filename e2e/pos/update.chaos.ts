/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { type OpenRegister, openRegister } from '../helpers/pos/open-register.js'
import { makeTill, type Till } from '../helpers/pos/till.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function openUnlocked(width = 1_280): Promise<OpenRegister & { till: Till }> {
  const till = await makeTill(service)
  const options = { till, baseUrl: service.demo.baseUrl, width, script: axeScript }
  const opened = await openRegister(browser, options)
  await opened.unlock('Ada')
  // The first visit has installed the worker.
  await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  return { ...opened, till }
}

describe('an update', () => {
  test('default: is applied only while nothing is being sold', async () => {
    const { page, tap, type, close } = await openUnlocked()
    // The page registers its worker when it opens, and another version must come after that.
    await page.reload({ waitUntil: 'networkidle' })
    await type('5')
    await page.getByTestId('amount').filter({ hasText: '$0.05' }).waitFor()
    // Another version of the same scope, as after a new build.
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)
    await page.evaluate(async () => {
      Object.assign(window, { isSamePage: true })
      await navigator.serviceWorker.register('/pos/worker.js?next', { scope: '/pos/' })
    })
    await expect.poll(isWaiting).toBe(true)
    const isSamePage = () => page.evaluate(() => 'isSamePage' in window)
    await tap('button', 'Sales')
    await tap('button', 'Items')
    expect([await isWaiting(), await isSamePage()]).toEqual([true, true])
    await tap('button', 'Clear this sale')
    await expect.poll(isSamePage).toBe(false)
    await page.getByRole('button', { name: 'Ada, lock the register' }).waitFor()
    await expect.poll(isWaiting).toBe(false)
    await close()
  })
})
