import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { pauseDatabase } from '../helpers/pause-database.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { openRegister } from '../helpers/pos/open-register.js'
import { listSales, makeTill } from '../helpers/pos/till.js'

const service = useOwnService({})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('a register while the database is unavailable', () => {
  test('default: unlocks, sells, and says that the report follows', async () => {
    const till = await makeTill(service)
    const { baseUrl } = service.demo
    const options = { till, baseUrl, width: 390, height: 844, script: axeScript }
    const opened = await openRegister(browser, options)
    const { page, tap, type, unlock, close } = opened
    await unlock('Ada')
    await type('500')
    await page.getByRole('button', { name: /^Charge \$/ }).waitFor()
    await tap('button', 'Delete the last digit')
    await tap('button', 'Ada, lock the register')
    await page.getByRole('radio', { name: 'Grace' }).waitFor()
    // The snapshot of the shop, its registers and cashiers is taken every five seconds.
    await page.waitForTimeout(11_000)
    const resume = pauseDatabase(service.dataDir)
    try {
      await expect
        .poll(async () => (await service.anyone('GET /healthz')).body)
        .toMatchObject({
          status: 'degraded',
        })
      await unlock('Grace')
      await page.getByText('Limited', { exact: true }).waitFor()
      await page.getByText('Sales appear in the report once it is back.').waitFor()
      await type('0')
      expect(await checkScreen(page, 'degraded')).toEqual([])
      await tap('button', 'Charge')
      await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor()
      await page.getByText('It appears in the report once the database is back.').waitFor()
      await tap('button', 'Take cash')
      await tap('button', 'Record cash')
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      await tap('button', 'New sale')
      await tap('button', 'Day')
      await page.getByText('The report follows once it is back.').first().waitFor()
    } finally {
      resume()
    }
    await page.getByText('Online', { exact: true }).waitFor()
    await page.getByText('1 sale', { exact: true }).waitFor()
    expect(await listSales(till)).toMatchObject([{ marked: true, soldBy: till.cashiers.Grace }])
    await close()
  })
})
