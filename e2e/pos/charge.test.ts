/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import {
  type OpenRegister,
  openRegister,
  type RegisterOptions,
} from '../helpers/pos/open-register.js'
import { listSales, makeTill, payNewestSale, type Till } from '../helpers/pos/till.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const qrName = 'QR code of the payment page'

/** Opens a register that a cashier has unlocked, with an amount that can be charged. */
async function openWithAmount(
  digits = '1250',
  options: Partial<Pick<RegisterOptions, 'width' | 'script'>> = {},
): Promise<OpenRegister & { till: Till }> {
  const till = await makeTill(service)
  const opened = await openRegister(browser, { till, baseUrl: service.demo.baseUrl, ...options })
  await opened.unlock('Ada')
  await opened.type(digits)
  await opened.page.getByRole('button', { name: /^Charge \$/ }).waitFor()
  await opened.page.locator('.stale').waitFor({ state: 'detached' })
  return { ...opened, till }
}

describe('a charge', () => {
  test('default: a double tap charges once', async () => {
    const { page, till, close } = await openWithAmount()
    const charge = page.getByRole('button', { name: /^Charge \$/ })
    await charge.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('img', { name: qrName }).waitFor()
    expect(await listSales(till)).toHaveLength(1)
    await close()
  })

  test('behavior: a lost response charges once', { tags: 'slow' }, async () => {
    const { page, tap, till, close } = await openWithAmount()
    const keys: (string | undefined)[] = []
    await page.route('**/api/receipts/terminal?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 2) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await tap('button', /^Charge \$/)
    await page.getByText('There is no answer yet.').waitFor()
    await page.getByRole('img', { name: qrName }).waitFor()
    expect(keys.length).toBeGreaterThan(2)
    expect(new Set(keys).size).toBe(1)
    expect(await listSales(till)).toHaveLength(1)
    await close()
  })

  test('behavior: a reload before and after the response charges once', {
    tags: 'slow',
  }, async () => {
    const { page, tap, till, close } = await openWithAmount()
    let isHeld = true
    await page.route('**/api/receipts/terminal?*', async (route) => {
      if (!isHeld) return route.continue()
      await route.fetch()
    })
    await tap('button', /^Charge \$/)
    await expect.poll(async () => (await listSales(till)).length).toBe(1)
    isHeld = false
    await page.reload()
    await page.getByRole('img', { name: qrName }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: qrName }).waitFor()
    const sales = await listSales(till)
    expect(sales).toHaveLength(1)
    await payNewestSale(till)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await close()
  })

  test('behavior: the code opens the payment page of this sale', { tags: 'slow' }, async () => {
    const { page, tap, till, close } = await openWithAmount()
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    const [sale] = await listSales(till)
    const address = new URL(await readQrCode(page.getByRole('img', { name: qrName })))
    expect(address.pathname).toBe(`/portal/${sale?.receiptId}`)
    await close()
  })

  test('behavior: underpaid names what is due, and the rest pays the sale', {
    tags: 'slow',
  }, async () => {
    const { page, tap, till, close } = await openWithAmount('2000', {
      width: 390,
      script: axeScript,
    })
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await payNewestSale(till, 'under:5')
    await page.getByText('Part of the amount has arrived').waitFor()
    expect(await checkScreen(page, 'underpaid')).toEqual([])
    await payNewestSale(till)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await close()
  })

  test('behavior: the rest of an underpaid sale is paid in cash, with the change of the rest', {
    tags: 'slow',
  }, async () => {
    const { page, tap, type, till, close } = await openWithAmount('2000')
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await payNewestSale(till, 'under:5')
    await page.getByText('Part of the amount has arrived').waitFor()
    await tap('button', 'Take cash')
    await type('5000')
    const change = await page.getByRole('dialog').locator('.total .money').innerText()
    expect(change).toMatch(/^\$4\d\.\d\d$/)
    await tap('button', 'Record cash')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await page.getByText(`Change ${change}`).waitFor()
    await close()
  })

  test('behavior: overpaid is paid, and names the rest', { tags: 'slow' }, async () => {
    const { page, tap, till, close } = await openWithAmount('2000')
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await payNewestSale(till, 'over:5')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await page.getByText(/^Overpaid by \$/).waitFor()
    await close()
  })

  test('behavior: cancel keeps the sale, and the next charge is another receipt', {
    tags: 'slow',
  }, async () => {
    const { page, tap, till, close } = await openWithAmount('700', { script: axeScript })
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await tap('button', 'Cancel')
    await page.getByRole('heading', { name: 'Sale canceled' }).waitFor()
    expect(await checkScreen(page, 'canceled')).toEqual([])
    await tap('button', 'Back to the sale')
    await page.getByTestId('amount').filter({ hasText: '$7.00' }).waitFor()
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    const sales = await listSales(till)
    expect(sales.map(({ status }) => status)).toEqual([expect.any(String), 'failed'])
    expect(sales[0]?.status).not.toBe('failed')
    await close()
  })

  test('behavior: after five minutes it expires, and can be charged again', {
    tags: 'slow',
  }, async () => {
    const { page, tap, till, close } = await openWithAmount('700')
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await page.getByText(/left$/).first().waitFor()
    await page.clock.install()
    await page.reload()
    await page.getByRole('img', { name: qrName }).waitFor()
    await page.clock.fastForward('05:01')
    await page.getByRole('heading', { name: 'Time is up' }).waitFor()
    expect((await listSales(till)).map(({ status }) => status)).toEqual(['failed'])
    await tap('button', 'Charge again')
    await page.getByRole('img', { name: qrName }).waitFor()
    expect(await listSales(till)).toHaveLength(2)
    await close()
  })

  test('behavior: a refusal keeps the sale and says why', { tags: 'slow' }, async () => {
    const { page, tap, type, till, close } = await openWithAmount('700')
    // Taken from the shop between the quote and the charge.
    const message = 'This register was deleted.'
    await page.route('**/api/receipts/terminal?*', (route) =>
      route.fulfill({ status: 409, json: { ok: false, error: 'conflict', message } }),
    )
    await tap('button', /^Charge \$/)
    await page.getByText(message).waitFor()
    await page.getByTestId('amount').filter({ hasText: '$7.00' }).waitFor()
    await type('0')
    await page.getByTestId('amount').filter({ hasText: '$70.00' }).waitFor()
    expect(await listSales(till)).toEqual([])
    await close()
  })
})
