import type { Page } from '../helpers/browser.js'

/** Presses what says in what to pay. */
export async function chooseAsset(page: Page, symbol: string): Promise<void> {
  await page.getByRole('radio', { name: symbol }).check()
}
