import type { Page } from '../helpers/browser.js'

/** Waits until a notch is cut, such as `Split`. */
export async function seeNotch(page: Page, label: string): Promise<void> {
  await page.locator('.notches li').getByText(`${label}, done`, { exact: true }).waitFor()
}
