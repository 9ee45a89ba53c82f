import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { makeShopkeeper, openConsole } from '../helpers/console/open-console.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { openRegisterPage } from '../helpers/pos/open-register.js'
import { makePairingCode, makeTill, pin } from '../helpers/pos/till.js'

const service = useOwnService({})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('pairing a device', () => {
  test.each(['register', 'display'] as const)(
    'default: the QR code of the console pairs a %s, once',
    async (kind) => {
      const shopkeeper = await makeShopkeeper(service)
      const name = 'Front counter'
      await shopkeeper.send('POST /api/registers', { body: { name } })
      await shopkeeper.send('POST /api/cashiers', { body: { name: 'Ada', pin } })
      const opened = await openConsole(browser, service, { shopkeeper, path: '/team/registers' })
      await opened.page.getByRole('button', { name: `Pair a device with ${name}` }).click()
      const dialog = opened.page.getByRole('dialog', { name: `Pair a device with ${name}` })
      await dialog.getByLabel('The device is').selectOption(kind)
      await dialog.getByRole('button', { name: 'Show the code' }).click()
      const address = await readQrCode(dialog.getByRole('img', { name: '/pos/' }))
      await opened.close()

      const device = await openPage(browser, { width: 390, height: 844, hasTouch: true })
      const { page } = device
      await page.goto(address)
      await page.getByRole('button', { name: 'Pair device' }).tap()
      if (kind === 'register') await page.getByRole('radio', { name: 'Ada' }).waitFor()
      else await page.getByRole('heading', { name: 'Welcome' }).waitFor()
      // The code is not left in the history of the browser.
      expect(page.url()).not.toContain('pair=')

      const other = await openPage(browser, { width: 390, height: 844, hasTouch: true })
      await other.page.goto(address)
      await other.page.getByRole('button', { name: 'Pair device' }).tap()
      await other.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
      await Promise.all([device.close(), other.close()])
    },
  )

  test('behavior: by the typed code, on every screen', async () => {
    const till = await makeTill(service)
    const problems: string[] = []
    for (const width of [390, 768, 1_280]) {
      const options = { till, baseUrl: service.demo.baseUrl, width, script: axeScript }
      const { page, tap, unlock, close } = await openRegisterPage(browser, options)
      await page.getByRole('heading', { name: 'Pair this device' }).waitFor()
      problems.push(...(await checkScreen(page, 'pair')))
      await tap('button', 'Pair device')
      await page.getByText('Enter the code and a name.').waitFor()
      await page.getByLabel('Code').fill(await makePairingCode(till))
      await tap('button', 'Pair device')
      await unlock('Grace')
      await tap('button', 'Grace, lock the register')
      await page.getByRole('radio', { name: 'Grace' }).waitFor()
      await close()
    }
    expect(problems).toEqual([])
  })

  test('behavior: a device that was unpaired in the console must be paired again', async () => {
    const till = await makeTill(service)
    const options = {
      till,
      baseUrl: service.demo.baseUrl,
      hash: `#pair=${await makePairingCode(till)}`,
    }
    const { page, tap, type, unlock, close } = await openRegisterPage(browser, options)
    await tap('button', 'Pair device')
    await unlock('Ada')
    const { body } = await till.seller.send<{ devices: { id: string }[] }>('GET /api/devices')
    await till.seller.send(`DELETE /api/devices/${body.devices[0]?.id}`)
    await type('5')
    await page.getByRole('heading', { name: 'Pair this device' }).waitFor()
    await close()
  })
})
