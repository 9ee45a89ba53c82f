import { type Static, Type } from 'typebox'
import type { PortalTokens } from '../../../auth/portal-tokens.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { networkOf } from '../../../platform/chain/networks.js'
import type { Context } from '../../../platform/context.js'
import { previewShopConfig } from '../../shop/preview-shop-config.js'
import { type ShopConfig, ShopConfigChange } from '../../shop/schemas.js'
import { pageUrlOf } from '../checkout/open-portal.js'
import { findNewestId } from '../read-model/store.js'
import { contactOf } from '../view/describe-portal.js'
import { getPortal } from '../view/get-portal.js'
import { describeSheet, type PrintedReceipt } from './describe-sheet.js'
import { loadBand } from './load-band.js'
import type { ReceiptSheet } from './sheet.js'

const { name, theme, contact, tax } = ShopConfigChange.properties

/** The settings that a printed receipt shows. */
export const ReceiptPreviewBody = Type.Object(
  {
    name,
    theme: Type.Optional(Type.Pick(theme, ['brandName', 'secondaryColor', 'receiptBackgroundUrl'])),
    contact,
    tax: Type.Optional(Type.Pick(tax, ['taxId'])),
  },
  { title: 'ReceiptPreviewBody' },
)
type ReceiptPreviewBody = Static<typeof ReceiptPreviewBody>

/**
 * Describes a merchant's newest receipt as it would be printed with a change of its shop, which is
 * not saved. Before the first receipt, describes a sample.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function describePreview(
  ctx: Context,
  input: { merchant: Address; change: ReceiptPreviewBody; tokens: PortalTokens },
): Promise<ReceiptSheet> {
  const { merchant, change, tokens } = input
  const shop = await previewShopConfig(ctx, { merchant, change })
  const receiptId = await findNewestId(ctx.db, merchant)
  const page = receiptId === null ? null : { merchant, receiptId, isLimited: false }
  const receipt = withSettings(
    page ? await getPortal(ctx, { page, tokens, thumbs: '0' }) : sampleReceipt(ctx, merchant),
    shop,
  )
  const pageUrl = page ? await pageUrlOf(ctx, page) : ctx.config.payUrl
  const band = await loadBand(ctx, receipt)
  return describeSheet(receipt, { pageUrl, mode: ctx.config.mode, band })
}

/** The part of a printed receipt that follows from its sale alone. */
type PrintedSale = Omit<PrintedReceipt, 'brandName' | 'theme' | 'contact' | 'taxId'>

/** Returns a receipt as new receipts of the shop look. */
function withSettings(
  { taxId: _, ...receipt }: PrintedSale & Pick<PrintedReceipt, 'taxId'>,
  { name, theme, contact, tax }: ShopConfig,
): PrintedReceipt {
  return {
    ...receipt,
    brandName: theme.brandName || name,
    theme,
    contact: contactOf(contact),
    ...(tax.taxId !== '' && { taxId: tax.taxId }),
  }
}

const sampleUsd = { item: 20, tax: 1.9, fee: 0.11, total: 22.01 }

/** Returns a paid receipt for shops that have none. */
function sampleReceipt(ctx: Context, merchant: Address): PrintedSale {
  const now = ctx.now()
  const { item, tax, fee, total } = sampleUsd
  return {
    receiptId: 'sample',
    status: 'paid',
    currency: 'USD',
    total: null,
    totalUsd: total,
    lineItems: [
      { label: 'Sample item', priceUsd: item, qty: 2 },
      { label: 'Tax', priceUsd: tax },
      { label: 'Processing Fee', priceUsd: fee },
    ],
    createdAt: now,
    paidAt: now,
    expiresAt: null,
    merchantWallet: checksumAddress(merchant),
    transactionHash: null,
    confirmations: { have: 0, need: 0 },
    pricing: null,
    refunded: 0,
    refunds: [],
    payment: {
      dueUsd: 0,
      due: 0,
      paidUsd: total,
      paid: total,
      network: networkOf(ctx),
      received: [],
      options: [],
    },
  }
}
