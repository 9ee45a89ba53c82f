import { afterAll, beforeAll, expect } from 'vitest'
import { type Browser, type OpenPage, openPage } from '../browser.js'
import { type ApiResponse, makeReceipt, type SendRequest, type Service } from '../client.js'
import { readLinkQuery } from './read-link-query.js'

export type Theme = Record<string, string>

type ThemedShop = {
  /** Requests a theme, which the service may refuse. Missing fields keep their first value. */
  setTheme(theme: Theme): Promise<ApiResponse>
  /**
   * Opens the payment page of a new receipt with this theme. `prepare` runs before the page loads.
   */
  open(browser: Browser, themedPage: ThemedPage): Promise<OpenPage>
}

type ThemedPage = {
  theme: Theme
  /** Fields of the receipt, for `POST /api/receipts`. */
  fields?: object
  prepare?: (page: OpenPage['page']) => Promise<unknown>
}

/**
 * Provides the other merchant's shop, and restores its theme at the end. Only one test file may use
 * it.
 */
export function useThemedShop(service: Service): ThemedShop {
  let owner: SendRequest
  let before: Theme
  beforeAll(async () => {
    owner = (await service.signIn(service.demo.otherMerchant.merchantPrivateKey)).send
    const response = await owner<{ config: { theme: Theme } }>('GET /api/shop/config')
    before = response.body.config.theme
  })
  afterAll(async () => {
    await setTheme(before)
  })

  const setTheme = (theme: Theme) =>
    owner('POST /api/shop/config', { body: { theme: { ...before, ...theme } } })

  return {
    setTheme,
    async open(browser, { theme, fields = {}, prepare }) {
      expect((await setTheme(theme)).status).toBe(200)
      const receiptId = await makeReceipt(service.otherProgram, fields)
      const opened = await openPage(browser)
      await prepare?.(opened.page)
      const query = await readLinkQuery(service.otherProgram, receiptId)
      await opened.page.goto(`${service.demo.baseUrl}/portal/${receiptId}${query}`)
      await opened.page.getByText('No wallet found in this browser.').waitFor()
      return opened
    },
  }
}
