// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { type OpenRegister, openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill, payNewestSale, pin, type Till } from '../helpers/pos/till.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const qrName = 'QR code of the payment page'

async function open(width = 1_280): Promise<OpenRegister & { till: Till }> {
  const till = await makeTill(service)
  const options = { till, baseUrl: service.demo.baseUrl, width, script: axeScript }
  return { ...(await openRegister(browser, options)), till }
}

async function waitForQuote({ page }: OpenRegister): Promise<void> {
  await page.getByRole('button', { name: /^Charge [$€]/ }).waitFor()
  await page.locator('.stale').waitFor({ state: 'detached' })
}

describe('sales at a register', () => {
  test('default: a sale is kept for later, survives a reload and is resumed', async () => {
    const opened = await open()
    const { page, tap, type, unlock, close } = opened
    await unlock('Ada')
    await tap('button', 'Items')
    await tap('button', /Mug/)
    await tap('button', 'Keep this sale for later')
    await tap('button', 'Keypad')
    await type('900')
    await page.getByTestId('amount').filter({ hasText: '$9.00' }).waitFor()
    await page.reload()
    await tap('button', '1 sale kept')
    expect(await checkScreen(page, 'kept')).toEqual([])
    await tap('button', /1 item$/)
    // The other sale is kept instead.
    await page.getByTestId('amount').filter({ hasText: '$18.50' }).waitFor()
    await page.getByRole('button', { name: '1 sale kept' }).waitFor()
    await close()
  })

  test('behavior: a tip in percent follows the sale, however slowly the display hears of it', async () => {
    const opened = await open()
    const { page, tap, type, unlock, close } = opened
    await unlock('Ada')
    await type('2000')
    const isTip = (response: { url(): string }) => response.url().endsWith('/api/devices/sale/tip')
    const shown = page.waitForResponse(isTip)
    await tap('radio', '15%')
    await page.getByText('$3.00', { exact: true }).first().waitFor()
    // The register asks for the tip of the display every two seconds.
    await shown
    await page.route('**/api/devices/sale/tip', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      await route.continue()
    })
    const answered = page.waitForResponse(isTip)
    await type('0')
    await answered
    await page.getByText('$30.00', { exact: true }).first().waitFor()
    expect(await page.getByRole('radio', { name: '15%' }).isChecked()).toBe(true)
    await close()
  })

  test('behavior: in euros', async () => {
    const opened = await open(768)
    const { page, tap, type, unlock, till, close } = opened
    await unlock('Ada')
    await page.getByLabel('Currency').selectOption('EUR')
    await type('1000')
    await waitForQuote(opened)
    await tap('button', /^Charge €/)
    await page.getByRole('img', { name: qrName }).waitFor()
    expect(await checkScreen(page, 'euros')).toEqual([])
    const [sale] = await listSales(till)
    expect(sale?.currency).toBe('EUR')
    await tap('button', 'Take cash')
    await tap('button', 'Record cash')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    const shown = await page.locator('.win .huge').innerText()
    expect(shown).toBe(`€${sale?.total?.toFixed(2)}`)
    await tap('button', 'New sale')
    await tap('button', 'Day')
    await page.getByRole('heading', { name: 'Cash drawer, EUR' }).waitFor()
    await close()
  })

  test('behavior: a cashier sees what their rights allow', async () => {
    const opened = await open(390)
    const { page, tap, type, unlock, till, close } = opened
    const body = { name: 'Bea', pin, rights: ['sell'] }
    expect((await till.seller.send('POST /api/cashiers', { body })).status).toBe(201)
    await page.reload()
    await unlock('Bea')
    for (const name of ['Sales', 'Day']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await type('900')
    await waitForQuote(opened)
    await tap('button', 'Items')
    await tap('button', /^\d items?$/)
    expect(await page.getByRole('button', { name: 'Give a discount' }).count()).toBe(0)
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    expect(await page.getByRole('button', { name: 'Take cash' }).count()).toBe(0)
    await close()
  })

  test('behavior: a refund to a wallet waits in the console', async () => {
    const opened = await open()
    const { page, tap, type, unlock, till, close } = opened
    await unlock('Ada')
    await type('2000')
    await waitForQuote(opened)
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await payNewestSale(till)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await tap('button', 'New sale')
    await tap('button', 'Sales')
    await tap('button', /Amount/)
    await tap('button', 'Refund')
    await page.getByText('The refund waits in the console').waitFor()
    await type('500')
    await tap('button', 'Refund $5.00')
    await page.getByText('Waits for a signature in the console').waitFor()
    const [sale] = await listSales(till)
    const { body } = await till.seller.program<{ refunds: { usd: number; txHash: null }[] }>(
      `GET /api/receipts/${sale?.receiptId}`,
    )
    expect(body.refunds).toMatchObject([{ usd: 5, txHash: null, confirmed: false }])
    await close()
  })

  test('behavior: five wrong PINs lock the cashier, and the page says until when', async () => {
    const { page, tap, type, close } = await open(390)
    await tap('radio', 'Ada')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await type('1937')
      await tap('button', 'Unlock')
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    }
    await type(pin)
    await tap('button', 'Unlock')
    const alert = page.getByRole('alert').filter({ hasText: /locked|minute|wrong PINs/i })
    await alert.waitFor()
    expect(await checkScreen(page, 'locked')).toEqual([])
    await close()
  })
})
