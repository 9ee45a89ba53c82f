import { AppError } from '../../../../lib/errors.js'
import { centsToDecimal } from '../../../../lib/money.js'
import type { Context } from '../../../../platform/context.js'
import { getReceipt } from '../../../receipts/read/get-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { getShopConfig } from '../../../shop/get-shop-config.js'
import { afterPayment } from '../../checkout/after-payment.js'
import { openPortal } from '../../checkout/open-portal.js'
import type { PortalQuery } from '../../schemas.js'

/** A merchant's script, and the receipt data it may read. */
export type SuccessScript = {
  code: string
  /** The sites that may show the payment page around it in a frame. */
  embedOrigins: readonly string[]
  receipt: {
    receiptId: string
    status: Receipt['status']
    currency: string
    /** In `currency`; null unless the receipt is priced in it. */
    total: number | null
    totalUsd: number
  }
}

/**
 * Returns the merchant's script for a paid receipt.
 *
 * @throws {AppError} `invalid_input`; `not_found`, even when the receipt is unpaid, the page is
 *   limited or scripts are disabled.
 */
export async function getScript(
  ctx: Pick<Context, 'db' | 'config' | 'linkSecret'>,
  { id, query }: { id: string; query: PortalQuery },
): Promise<SuccessScript> {
  const { merchant, isLimited } = await openPortal(ctx, { id, query })
  const receipt = await getReceipt(ctx, { merchant, id })
  const { onSuccess: code, totalCents } = receipt
  if (code === null || isLimited || afterPayment(receipt, ctx.config)?.kind !== 'script') {
    throw new AppError('not_found', 'This receipt has no script to run.')
  }

  const { publicOrders } = await getShopConfig(ctx, merchant)
  return {
    code,
    embedOrigins: publicOrders.embedOrigins,
    receipt: {
      receiptId: receipt.id,
      status: receipt.status,
      currency: receipt.currency,
      total: totalCents === null ? null : centsToDecimal(totalCents),
      totalUsd: centsToDecimal(receipt.totalUsdCents),
    },
  }
}
