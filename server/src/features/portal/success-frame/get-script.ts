import { AppError } from '../../../lib/errors.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { getReceipt } from '../../receipts/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { afterPayment } from '../after-payment.js'
import { getOwner } from '../get-owner.js'

/** What a merchant wants to run, and all that it is told of the receipt. */
export type SuccessScript = {
  code: string
  receipt: {
    receiptId: string
    status: Receipt['status']
    currency: string
    /** In that currency; native receipts only. */
    total: number | null
    totalUsd: number
  }
}

/**
 * The script that runs on the payment page of a receipt that is paid.
 *
 * @throws {AppError} `invalid_input`, `not_found` also while it is not paid, and where scripts do not run.
 */
export async function getScript(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, recipient }: { id: string; recipient?: string | undefined },
): Promise<SuccessScript> {
  const merchant = await getOwner(ctx, { id, recipient })
  const receipt = await getReceipt(ctx, { merchant, id })
  const { onSuccess: code, totalCents } = receipt
  if (code === null || afterPayment(receipt, ctx.config)?.kind !== 'script') {
    throw new AppError('not_found', 'There is no script to run for this receipt')
  }

  return {
    code,
    receipt: {
      receiptId: receipt.id,
      status: receipt.status,
      currency: receipt.currency,
      total: totalCents === null ? null : centsToDecimal(totalCents),
      totalUsd: centsToDecimal(receipt.totalUsdCents),
    },
  }
}
