/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { createKeyboard } from '../helpers/console/hands.js'
import { openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill, pin } from '../helpers/pos/till.js'

const service = useOwnService({})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('a register by keyboard', () => {
  test('default: unlock, sell, take cash, refund and close the day', async () => {
    const till = await makeTill(service)
    const opened = await openRegister(browser, { till, baseUrl: service.demo.baseUrl })
    const { page, close } = opened
    const { keyboard } = page
    const { press } = createKeyboard(page)
    await page.getByRole('radio', { name: 'Ada' }).waitFor()
    await keyboard.type(pin)
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ada, lock the register' }).waitFor()

    await keyboard.type('1250', { delay: 80 })
    await keyboard.press('+')
    await keyboard.type('4750', { delay: 80 })
    await keyboard.press('Backspace')
    await page.getByTestId('amount').filter({ hasText: '$17.25' }).waitFor()
    await page.getByRole('button', { name: /^Charge \$1/ }).waitFor()
    await page.locator('.stale').waitFor({ state: 'detached' })
    await keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
    await press('button', 'Take cash')
    await keyboard.type('5000', { delay: 80 })
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    // The next step has the focus.
    await keyboard.press('Enter')
    await page.getByTestId('amount').waitFor()

    await press('button', 'Sales')
    await press('button', /Amount/)
    await press('button', 'Refund')
    await keyboard.type('500', { delay: 80 })
    await page.getByText('Refund $5.00').first().waitFor()
    await press('button', 'Refund $5.00')
    await page.getByText('$5.00 refunded').waitFor()
    await press('button', 'Day')
    await press('button', 'Close the day')
    await keyboard.type('1359', { delay: 80 })
    await press('button', 'Close the day')
    await page.getByRole('heading', { name: 'Day close 1' }).waitFor()
    expect(await listSales(till)).toMatchObject([{ marked: true }])
    await close()
  })

  test('behavior: a scanner adds its item, and the keypad forgets the digits', async () => {
    const till = await makeTill(service)
    const opened = await openRegister(browser, { till, baseUrl: service.demo.baseUrl })
    const { page, type, unlock, close } = opened
    await unlock('Ada')
    await type('300')
    await page.getByTestId('amount').filter({ hasText: '$3.00' }).waitFor()
    // Faster than the test can press keys on a busy machine.
    const scan = (code: string) =>
      page.evaluate(
        (keys) => {
          for (const key of keys) {
            const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
            document.body.dispatchEvent(press)
          }
        },
        [...code, 'Enter'],
      )
    await scan('4006381333931')
    await page.getByText('Mug added').waitFor()
    await page.getByTestId('amount').filter({ hasText: '$21.50' }).waitFor()
    await scan('0000000000000')
    await page.getByText('No item has the code 0000000000000.').waitFor()
    await scan('GIFT')
    await page.getByText('Gift card has no price.').waitFor()
    await page.getByTestId('amount').filter({ hasText: '$21.50' }).waitFor()
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    await close()
  })
})
