import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { runEvening } from '../helpers/pos/evening.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('a whole evening at two devices', () => {
  test('default: 200 sales, a killed server and an outage, and the close equals the ledger', async () => {
    await runEvening(browser, { sales: 200, seed: 20_261_119 })
  })
})
