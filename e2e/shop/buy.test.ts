import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { makeItem, useService } from '../helpers/client.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { makeListedShop } from '../helpers/shop/listed-shop.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('buying at a shop', () => {
  test.each([390, 1_280])(
    'default: leads from / to a paid order by clicks alone, in under a minute, at %i px',
    { tags: 'slow' },
    async (width) => {
      const { page, pageErrors, close } = await openPage(browser, { width, height: 844 })
      const startedAt = performance.now()
      await page.goto(service.demo.baseUrl)
      await page.getByRole('link', { name: 'Browse the shops' }).click()
      await page.getByRole('link', { name: 'Notch & Bean' }).click()
      await page.getByRole('link', { name: 'Saturday brewing class' }).click()
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('Added to your cart.').waitFor()
      await page.getByRole('link', { name: 'Cart, 1 item' }).click()
      await page.getByRole('button', { name: 'Continue to payment' }).click()
      await page.waitForURL(/\/portal\/rcpt_/)
      await page.getByRole('button', { name: 'Pay as test buyer' }).click()
      await waitForStatus(page, 'Paid')
      // The payment page goes back by itself.
      await page.waitForURL(/\/shop\/notch-and-bean\/orders\/rcpt_/)
      await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
      const seconds = (performance.now() - startedAt) / 1_000
      process.stdout.write(`from / to a paid order at ${width} px: ${seconds.toFixed(1)} s\n`)
      expect(seconds).toBeLessThan(60)
      expect(await page.getByRole('link', { name: 'Cart, 0 items' }).count()).toBe(1)
      expect(pageErrors).toEqual([])
      await close()
    },
  )

  test('behavior: leads to the payment page without JavaScript', async () => {
    const { page, close } = await openPage(browser, { javaScriptEnabled: false, width: 390 })
    await page.goto(`${service.demo.baseUrl}/shops`)
    await page.getByRole('searchbox').fill('notch')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: 'Notch & Bean' }).click()
    await page.getByRole('button', { name: 'Add Saturday brewing class' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await page.getByRole('button', { name: /^One more Saturday brewing class/ }).click()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill('mara@example.com')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL(/\/portal\/rcpt_/)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Notch & Bean')
    await close()
  })

  test('behavior: the cart survives a reload, and other tabs follow it', {
    tags: 'slow',
  }, async () => {
    const shop = await makeListedShop(service)
    const { page, close } = await openPage(browser)
    const other = await page.context().newPage()
    await page.goto(`${service.demo.baseUrl}${shop.path}`)
    await other.goto(`${service.demo.baseUrl}${shop.path}/items/T`)
    await page.getByRole('button', { name: 'Add Tea to cart' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await other.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    expect(await page.locator('.slip .amount').innerText()).toContain('12.06')
    await page.getByRole('button', { name: 'Remove Tea' }).click()
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    await other.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
    await close()
  })

  test('behavior: a buyer chooses among the variants of a product', { tags: 'slow' }, async () => {
    const shop = await makeListedShop(service, { items: [] })
    for (const [size, color, priceUsd, stockQty] of [
      ['S', 'Red', 20, -1],
      ['L', 'Red', 25, -1],
      ['S', 'Blue', 20, 0],
    ] as const) {
      const options = { size, color }
      const fields = { name: 'Shirt', priceUsd, stockQty, parentSku: 'SHIRT', options }
      await makeItem(shop.program, { sku: `SHIRT-${size}-${color}`, ...fields })
    }
    const { page, close } = await openPage(browser, { width: 390 })
    await page.goto(`${service.demo.baseUrl}${shop.path}`)
    expect(await page.getByText('From $20.00').count()).toBe(1)
    await page.getByRole('link', { name: 'Shirt' }).click()
    const sizes = page.getByRole('navigation', { name: 'size' })
    const colors = page.getByRole('navigation', { name: 'color' })
    expect(await colors.getByRole('link', { name: 'Blue' }).innerText()).toContain('Sold out')
    await sizes.getByRole('link').filter({ hasText: /^L/ }).click()
    await page.getByText('$25.00').first().waitFor()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    const line = await page.locator('.lines-of-cart li').innerText()
    expect(line).toContain('Shirt')
    expect(line).toMatch(/L, Red|Red, L/)
    await close()
  })

  test('behavior: a phone that goes back from the payment finds its cart', {
    tags: 'slow',
  }, async () => {
    const shop = await makeListedShop(service)
    const { page, close } = await openPage(browser, { width: 390 })
    await page.goto(`${service.demo.baseUrl}${shop.path}/items/T`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL(/\/portal\/rcpt_/)
    await page.goBack()
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor()
    expect(await page.getByRole('link', { name: 'Cart, 1 item' }).count()).toBe(1)
    await close()
  })
})
