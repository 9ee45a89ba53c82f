import type { Page } from '../helpers/browser.js'

/** Waits until the page says how the payment stands, such as `Paid`. */
export async function seeStatus(page: Page, word: string): Promise<void> {
  await page.locator('.status').getByText(word, { exact: true }).waitFor()
}
