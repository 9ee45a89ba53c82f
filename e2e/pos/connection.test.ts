/// <reference lib="dom" />
// @module-tag slow
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { type OpenRegister, openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill, type Till } from '../helpers/pos/till.js'

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

describe('a register without a connection', () => {
  test.each([390, 1_280])('default: says so, keeps the sale and recovers, %i px', async (width) => {
    const { page, tap, type, till, close } = await openUnlocked(width)
    await type('1250')
    await page.getByRole('button', { name: /^Charge \$/ }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection', { exact: true }).waitFor({ timeout: 5_000 })
    await tap('button', 'Charge')
    await page.getByText('No connection. The sale is kept.').waitFor()
    expect(await page.getByRole('img', { name: 'QR code of the payment page' }).count()).toBe(0)
    await type('0')
    await page.getByTestId('amount').filter({ hasText: '$125.00' }).waitFor()
    expect(await checkScreen(page, 'offline')).toEqual([])

    await page.context().setOffline(false)
    await page.getByText('Online', { exact: true }).waitFor()
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
    expect(await listSales(till)).toHaveLength(1)
    await close()
  })

  test('behavior: a reload opens the shell, and the register once it is back', async () => {
    const { page, type, close } = await openUnlocked(390)
    await type('1250')
    // The worker controls the page from its second visit.
    await page.reload()
    await page.getByTestId('amount').filter({ hasText: '$12.50' }).waitFor()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    expect(await checkScreen(page, 'unreachable')).toEqual([])
    await page.context().setOffline(false)
    await page.getByTestId('amount').filter({ hasText: '$12.50' }).waitFor()
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const lists = names.map(async (name) => (await caches.open(name)).keys())
      return (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain('/pos/shell')
    expect(cached.filter((path) => !/^\/(pos\/shell|assets\/)/.test(path))).toEqual([])
    await close()
  })

  test('behavior: a connection that is lost while the buyer pays is followed again', async () => {
    const { page, tap, type, close } = await openUnlocked()
    await type('900')
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Do not charge again.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Do not charge again.').waitFor({ state: 'detached' })
    await tap('button', 'Take cash')
    await tap('button', 'Record cash')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await close()
  })

  test('behavior: a failed job of the service is no outage of the database', async () => {
    const { page, type, close } = await openUnlocked()
    await page.route('**/healthz', (route) => route.fulfill({ json: { status: 'degraded' } }))
    await page.reload()
    await type('1250')
    await page.getByRole('button', { name: /^Charge \$/ }).waitFor()
    await page.getByText('Online', { exact: true }).waitFor()
    await close()
  })
})

/** Registers another version of the worker, as after a new build, and waits until it is installed. */
async function installNextVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    Object.assign(window, { isSamePage: true })
    await navigator.serviceWorker.register('/pos/worker.js?next', { scope: '/pos/' })
  })
  await expect.poll(() => isWaiting(page)).toBe(true)
}

function isWaiting(page: Page): Promise<boolean> {
  return page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting != null,
  )
}

/** Returns whether the page was not loaded again since the next version was installed. */
function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSamePage' in window)
}

describe('an update', () => {
  test('default: is applied only while nothing is being sold', async () => {
    const { page, tap, type, close } = await openUnlocked()
    // The page registers its worker when it opens, and another version must come after that.
    await page.reload({ waitUntil: 'networkidle' })
    await type('5')
    await page.getByTestId('amount').filter({ hasText: '$0.05' }).waitFor()
    await installNextVersion(page)
    await tap('button', 'Sales')
    await tap('button', 'Items')
    expect([await isWaiting(page), await isSamePage(page)]).toEqual([true, true])
    await tap('button', 'Clear this sale')
    await expect.poll(() => isSamePage(page)).toBe(false)
    await page.getByRole('button', { name: 'Ada, lock the register' }).waitFor()
    await expect.poll(() => isWaiting(page)).toBe(false)
    await close()
  })

  test('behavior: waits while a refund or the count of the drawer is open', async () => {
    const { page, tap, close } = await openUnlocked()
    await page.reload({ waitUntil: 'networkidle' })
    await tap('button', 'Sales')
    await installNextVersion(page)
    expect(await isSamePage(page)).toBe(true)
    await tap('button', 'Keypad')
    await expect.poll(() => isSamePage(page)).toBe(false)
    await close()
  })
})

describe('an installed register', () => {
  test('default: has a manifest with icons that exist', async () => {
    const { page, till, close } = await openUnlocked()
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
      const content = await fetch(link?.href ?? '').then((response) => response.json())
      const load = async ({ src, sizes }: { src: string; sizes: string }) => {
        const image = new Image()
        image.src = src
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}` === sizes
      }
      return { ...content, areIcons: await Promise.all(content.icons.map(load)) }
    })
    expect(manifest).toMatchObject({
      display: 'standalone',
      scope: '/pos/',
      start_url: `/pos/${till.register.id}`,
      areIcons: [true, true, true],
    })
    await close()
  })
})
