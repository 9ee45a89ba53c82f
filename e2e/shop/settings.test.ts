// @module-tag slow
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { makeItem, unique, useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { type ListedShop, makeListedShop } from '../helpers/shop/listed-shop.js'
import { projectDir } from '../helpers/tallystick.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const sizes = [
  ['S', 20, -1],
  ['M', 20, 0],
  ['L', 25, -1],
] as const

/** Every setting of the pages, with a color that is too light for text and buttons. */
const settings = {
  name: 'Kiln Street Pottery and Tableware of the Old Harbor',
  description:
    'Stoneware cups and bowls, thrown and glazed by the two of us.\nOpen studio on Fridays.',
  contact: {
    email: 'hello@kiln.example',
    phone: '+1 202 555 0143',
    url: 'https://kiln.example/contact',
    returnPolicyUrl: 'https://kiln.example/returns',
    termsUrl: 'https://kiln.example/terms',
    privacyUrl: 'https://kiln.example/privacy',
  },
  layout: { mode: 'list', showCategories: true, showSearch: false },
  publicOrders: { jurisdictionCodes: ['US-CA', 'US-OR', 'DE'] },
  storefront: {
    tagline: 'Cups that outlive the coffee',
    buyerFields: { email: 'required', name: 'optional', phone: 'optional', address: 'required' },
  },
}

function readPicture(name: string): string {
  const path = join(projectDir, 'server', 'data', 'demo-items', `${name}.webp`)
  return `data:image/webp;base64,${readFileSync(path).toString('base64')}`
}

/** Makes a shop with every setting, pictures and a product with variants. */
async function makeFullShop(): Promise<ListedShop> {
  const shop = await makeListedShop(service, {
    items: [],
    // The name of another shop would wait for review.
    config: { ...settings, name: `${settings.name} ${unique('No')}` },
  })
  const [image, other] = ['cup-1', 'tea-1'].map(readPicture)
  const cup = {
    name: 'Pair of stoneware tumblers',
    category: 'Cups',
    priceUsd: 38,
    images: [image],
  }
  const { body } = await shop.program<{ item: { images: string[] } }>('POST /api/inventory', {
    body: { sku: 'CUP', ...cup },
  })
  const [url = ''] = body.item.images
  await shop.program('POST /api/inventory', {
    body: { sku: 'BOWL', name: 'Bowl', category: 'Bowls', price: 24, currency: 'EUR' },
  })
  await makeItem(shop.program, { sku: 'GONE', ...cup, name: 'Jug', stockQty: 0 })
  for (const [size, priceUsd, stockQty] of sizes) {
    const options = { Size: size }
    const fields = { name: 'Apron', category: 'Clothes', priceUsd, stockQty, images: [url, other] }
    await makeItem(shop.program, { sku: `APRON-${size}`, parentSku: 'APRON', options, ...fields })
  }
  const theme = { primaryColor: '#ffd84d', secondaryColor: '#2c4a3e', fontFamily: 'Georgia' }
  await shop.configure({ theme: { ...theme, brandLogoUrl: url, coverPhotoUrl: url } })
  return shop
}

describe('a shop with every setting', () => {
  test('default: its pages show them, readable at 390 and 1,280 px, in light and dark', async () => {
    const shop = await makeFullShop()
    const { page, close } = await openPage(browser, { width: 390, height: 844 })
    await page.addInitScript({ content: axeScript })
    await page.goto(`${service.demo.baseUrl}${shop.path}/items/CUP`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Added to your cart.').waitFor()
    for (const [name, path] of [
      ['list', ''],
      ['variants', '/items/APRON-S'],
      ['address', '/cart'],
    ] as const) {
      await page.goto(`${service.demo.baseUrl}${shop.path}${path}`)
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await listOverflows(page), `${name} ${width}`).toEqual([])
        expect(await listSmallTargets(page), `${name} ${width}`).toEqual([])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await listViolations(page), `${name} ${colorScheme}`).toEqual([])
          await takeScreenshot(page, `shop-full-${name}-${width}-${colorScheme}`)
        }
      }
    }
    await close()
  })

  test('behavior: without search and categories, links with them show everything', async () => {
    const shop = await makeFullShop()
    const { page, close } = await openPage(browser)
    await page.goto(`${service.demo.baseUrl}${shop.path}?q=bowl`)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Pair of stoneware tumblers' }).count()).toBe(1)
    await page.getByRole('navigation', { name: 'Categories' }).getByText('Bowls').click()
    await page.getByRole('link', { name: 'Bowl', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Pair of stoneware tumblers' }).count()).toBe(0)
    await shop.configure({ layout: { mode: 'grid', showCategories: false, showSearch: true } })
    await page.reload()
    expect(await page.getByRole('navigation', { name: 'Categories' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Pair of stoneware tumblers' }).count()).toBe(1)
    await close()
  })

  test('behavior: the cart asks for what the shop needs, and marks what is wrong', async () => {
    const shop = await makeFullShop()
    const { page, close } = await openPage(browser, { width: 390, javaScriptEnabled: false })
    await page.goto(`${service.demo.baseUrl}${shop.path}/items/CUP`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('mara@nowhere')
    await page.getByRole('textbox', { name: 'Street and number' }).fill('Linden Row 48')
    await page.getByRole('textbox', { name: 'City' }).fill('\u202ePortland')
    await page.getByRole('combobox', { name: 'Country' }).selectOption('United States')
    await page.getByRole('combobox', { name: 'Where you are' }).selectOption('United States, CA')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByText('Check the marked details. Nothing was ordered.').waitFor()
    await takeScreenshot(page, 'shop-full-wrong-390')
    expect(await page.locator('[aria-invalid]').getAttribute('name')).toBe('city')
    expect(await page.locator('.slip .sums').innerText()).toMatch(/Tax\s+\$2\.\d\d/)
    await page.getByRole('textbox', { name: 'City' }).fill('Portland')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL(/\/portal\/rcpt_/)
    await close()
  })
})
