// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill, payNewestSale, pin } from '../helpers/pos/till.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** The longest walk of all, at three widths at the same time. */
const dayMs = 600_000

describe('a day at /pos/{register}', () => {
  test.concurrent.each([
    [390, 844],
    [768, 1_024],
    [1_280, 800],
  ])(
    'default: pair, unlock, sell, pay, refund with a second PIN and close, %i px',
    async (width, height) => {
      const till = await makeTill(service)
      const { baseUrl } = service.demo
      const options = { till, baseUrl, width, height, script: axeScript }
      const opened = await openRegister(browser, options)
      const { page, tap, type, unlock, pageErrors } = opened
      const problems: string[] = []
      const check = async (name: string) => {
        problems.push(...(await checkScreen(page, name)))
      }
      await page.getByRole('radio', { name: 'Ada' }).waitFor()
      await type('25')
      await check('unlock')
      await tap('button', 'Clear')
      await type('1111')
      await tap('button', 'Unlock')
      await page.getByText('The PIN is wrong.').waitFor()
      await check('wrong-pin')
      await unlock('Ada')
      await check('empty')

      // An amount with a tip, paid on the chain.
      await type('1250')
      await tap('button', 'Add')
      await type('475')
      await page.getByRole('button', { name: /^Charge \$/ }).waitFor()
      await check('keypad')
      await tap('button', 'Items')
      await check('items')
      await tap('button', /Green tea/)
      await tap('button', /Green tea/)
      await tap('button', /Tumbler/)
      await check('variants')
      await tap('button', /Large/)
      await tap('button', /Gift card/)
      await type('2000')
      await check('open-price')
      await tap('button', 'Add')
      if (width < 768) await tap('button', /^\d items?$/)
      await tap('radio', '15%')
      await tap('button', 'Give a discount')
      await type('1000')
      await check('discount')
      await tap('button', 'Apply')
      await page.getByText('Discount', { exact: true }).first().waitFor()
      await tap('button', /^Change.*Green tea/)
      await check('line')
      await tap('button', 'One less')
      await tap('button', 'Done')
      await check('sale')
      await page.locator('.stale').waitFor({ state: 'detached' })
      await tap('button', /^Charge \$/)
      await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
      await check('charge')
      await payNewestSale(till)
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      await check('paid')
      await tap('button', 'New sale')

      // A sale in cash that needs a second person for its refund.
      await tap('button', 'Keypad')
      await type('15000')
      await tap('button', /^Charge \$/)
      await tap('button', 'Take cash')
      await type('20000')
      await check('cash')
      await tap('button', 'Record cash')
      await page.getByText(/^Change \$/).waitFor()
      await check('paid-cash')
      await tap('button', 'New sale')
      await tap('button', 'Sales')
      await page.getByRole('list', { name: 'Recent sales' }).getByRole('button').first().waitFor()
      await check('sales')
      await page.getByRole('list', { name: 'Recent sales' }).getByRole('button').first().tap()
      await check('sale-detail')
      await tap('button', 'Refund')
      await check('refund')
      await type('12000')
      await tap('button', 'Refund $120.00')
      await page.getByText('A second person approves').waitFor()
      await page.getByRole('radio', { name: 'Grace' }).waitFor()
      await check('approve')
      await type(pin)
      await tap('button', 'Approve')
      await page.getByText('$120.00 refunded').waitFor()
      await check('refunded')

      await tap('button', 'Day')
      await page.getByText('2 sales').first().waitFor()
      await check('day')
      await tap('button', 'Close the day')
      await tap('radio', 'Opening float')
      await type('5000')
      await tap('radio', 'Counted')
      await type('9000')
      await check('count')
      await (await opened.top()).getByRole('button', { name: 'Close the day' }).tap()
      await page.getByRole('heading', { name: 'Day close 1' }).waitFor()
      await check('closed')
      await tap('button', 'Today')
      await page.getByText('The day starts with the first sale').waitFor()
      await check('no-day')

      const sales = await listSales(till)
      expect(sales.map(({ marked }) => marked)).toEqual([true, false])
      const { body } = await till.seller.send<{ closes: { received: number; refunded: number }[] }>(
        `GET /api/day-closes?registerId=${till.register.id}`,
      )
      const total = sales.reduce((sum, sale) => sum + sale.totalUsd, 0)
      expect(body.closes[0]?.received).toBeCloseTo(total, 6)
      expect(body.closes[0]?.refunded).toBe(120)
      expect(problems).toEqual([])
      expect(pageErrors.filter((text) => !text.includes('401') && !text.includes('403'))).toEqual(
        [],
      )
      await opened.close()
    },
    dayMs,
  )
})
