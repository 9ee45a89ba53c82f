import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../../core/texts/en.js'
import { canPay, deriveStage } from './derive-stage.js'

/**
 * Returns the heading of the page: "Pay" with the shop's name, or only the name when there is
 * nothing to pay.
 */
export function describeHeading(receipt: PortalReceipt, { page }: Texts): string {
  const { brandName } = receipt
  if (!brandName) return page.payment
  return canPay(receipt) ? page.payTo(brandName) : brandName
}

/**
 * Returns the title of the document, which also tells a buyer in another tab what happened.
 * `hasFailed` means that the last attempt on this page failed.
 */
export function describeTitle(receipt: PortalReceipt, texts: Texts, hasFailed = false): string {
  const derived = deriveStage(receipt)
  const stage = hasFailed && derived === 'open' ? 'failed' : derived
  const { titles } = texts
  const shop = receipt.brandName || texts.page.payment
  return stage in titles
    ? titles[stage as keyof typeof titles](shop)
    : describeHeading(receipt, texts)
}
