import type { Page } from '../helpers/browser.js'
import { chooseAsset } from './choose-asset.js'

/** Presses what a buyer presses to pay with the only wallet: by a transaction of their own, unless told. */
export async function payHere(
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
