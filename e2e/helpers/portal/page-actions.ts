import type { Page } from '../browser.js'

/** Selects the asset to pay in. */
export async function chooseAsset(page: Page, symbol: string): Promise<void> {
  await page.getByRole('radio', { name: symbol }).check()
}

/** Pays with the stub wallet, by a transaction or, if `isGasless`, by a signature. */
export async function payWithStubWallet(
  page: Page,
  { symbol = 'USDC', isGasless = false } = {},
): Promise<void> {
  const button = page.getByRole('button', { name: 'Pay with Stub' })
  await button.waitFor()
  await chooseAsset(page, symbol)
  const bySignature = page.getByRole('checkbox', { name: 'Pay by signature' })
  if (symbol === 'USDC') await bySignature.setChecked(isGasless)
  await button.click()
}

/** Waits until the page shows a status, such as `Paid`. */
export async function waitForStatus(page: Page, label: string): Promise<void> {
  await page.locator('.status').getByText(label, { exact: true }).waitFor()
}

/** Waits until a progress step is done, such as `Paid`. */
export async function waitForProgressStep(page: Page, label: string): Promise<void> {
  await page.locator('.progress li').getByText(`${label}, done`, { exact: true }).waitFor()
}
