import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { type OpenRegister, openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill, payNewestSale, type Till } from '../helpers/pos/till.js'

const service = useOwnService({ SANDBOX_CHAIN: 'on' })
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const qrName = 'QR code of the payment page'

/** Opens a register that a cashier has unlocked, with an amount that can be charged. */
async function openWithAmount(digits: string): Promise<OpenRegister & { till: Till }> {
  const till = await makeTill(service)
  const opened = await openRegister(browser, { till, baseUrl: service.demo.baseUrl })
  await opened.unlock('Ada')
  await opened.type(digits)
  await opened.page.getByRole('button', { name: /^Charge \$/ }).waitFor()
  await opened.page.locator('.stale').waitFor({ state: 'detached' })
  return { ...opened, till }
}

describe('/t/{code}', () => {
  test('default: waits, and opens the sale as soon as it is charged', async () => {
    const { page, tap, till, close } = await openWithAmount('900')
    const buyer = await openPage(browser, { width: 390, hasTouch: true })
    await buyer.page.addInitScript({ content: axeScript })
    await buyer.page.goto(`${service.demo.baseUrl}/t/${till.register.code}`)
    await buyer.page.getByRole('heading', { name: 'Nothing to pay yet' }).waitFor()
    expect(await checkScreen(buyer.page, 'tag')).toEqual([])
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    await buyer.page.waitForURL(/\/portal\//)
    const [sale] = await listSales(till)
    expect(new URL(buyer.page.url()).pathname).toBe(`/portal/${sale?.receiptId}`)
    await buyer.page.goto(`${service.demo.baseUrl}/t/unknown`)
    await buyer.page.getByRole('heading', { name: 'This code belongs to no register' }).waitFor()
    await Promise.all([buyer.close(), close()])
  })
})

describe('/pos/{register}/display', () => {
  test('default: shows the order, takes the tip, shows how to pay, and says paid', async () => {
    const { page, tap, till, close } = await openWithAmount('2000')
    const { baseUrl } = service.demo
    const display = await openRegister(browser, {
      till,
      baseUrl,
      width: 768,
      height: 1_024,
      kind: 'display',
      script: axeScript,
    })
    await display.page.getByRole('heading', { name: 'Would you like to add a tip?' }).waitFor()
    const problems = await checkScreen(display.page, 'display-tip')
    await display.tap('button', /^15%/)
    await page.getByText('$3.00').first().waitFor()
    await page.locator('.stale').waitFor({ state: 'detached' })
    await tap('button', /^Charge \$/)
    await page.getByRole('img', { name: qrName }).waitFor()
    const [sale] = await listSales(till)
    await display.page.getByRole('img', { name: qrName }).waitFor()
    problems.push(...(await checkScreen(display.page, 'display-pay')))
    const address = new URL(await readQrCode(display.page.getByRole('img', { name: qrName })))
    expect(address.pathname).toBe(`/portal/${sale?.receiptId}`)
    await payNewestSale(till)
    await display.page.getByRole('heading', { name: 'Paid' }).waitFor()
    problems.push(...(await checkScreen(display.page, 'display-paid')))
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await tap('button', 'New sale')
    await display.page.getByRole('heading', { name: 'Welcome' }).waitFor()
    problems.push(...(await checkScreen(display.page, 'display')))
    expect(problems).toEqual([])
    await Promise.all([display.close(), close()])
  })
})
