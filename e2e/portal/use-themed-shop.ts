import { afterAll, beforeAll, expect } from 'vitest'
import { type Browser, type OpenPage, openPage } from '../helpers/browser.js'
import { type ApiResponse, makeReceipt, type SendRequest, type Service } from '../helpers/client.js'

export type Theme = Record<string, string>

type ThemedShop = {
  /** Asks for a look; the service may refuse it. What is not in it is as it was at first. */
  ask(theme: Theme): Promise<ApiResponse>
  /** Opens the payment page of a new receipt of the shop with this look. `prepare` is run before it is loaded. */
  open(browser: Browser, given: ThemedPage): Promise<OpenPage>
}

type ThemedPage = {
  theme: Theme
  /** Of the receipt, as `POST /api/receipts` takes them. */
  fields?: object
  prepare?: (page: OpenPage['page']) => Promise<unknown>
}

/** The other merchant's shop, whose looks only one file of tests may be about. In the end it looks as it did. */
export function useThemedShop(service: Service): ThemedShop {
  let owner: SendRequest
  let before: Theme
  beforeAll(async () => {
    owner = (await service.signIn(service.demo.otherMerchant.merchantPrivateKey)).send
    const answer = await owner<{ config: { theme: Theme } }>('GET /api/shop/config')
    before = answer.body.config.theme
  })
  afterAll(async () => {
    await ask(before)
  })

  const ask = (theme: Theme) =>
    owner('POST /api/shop/config', { body: { theme: { ...before, ...theme } } })

  return {
    ask,
    async open(browser, { theme, fields = {}, prepare }) {
      expect((await ask(theme)).status).toBe(200)
      const receiptId = await makeReceipt(service.otherProgram, fields)
      const opened = await openPage(browser)
      await prepare?.(opened.page)
      await opened.page.goto(`${service.demo.baseUrl}/portal/${receiptId}`)
      await opened.page.getByText('No wallet was found in this browser.').waitFor()
      return opened
    },
  }
}
