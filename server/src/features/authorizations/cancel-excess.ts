import { dustMicros, micros } from '../../lib/money.js'
import { findAsset } from '../../platform/chain/assets/asset.js'
import { unitsFor } from '../../platform/chain/assets/value-units.js'
import { cancelPlanned } from '../../platform/chain/outgoing/stores/progress-store.js'
import type { Context } from '../../platform/context.js'
import { getDue } from '../payments/get-due.js'
import { getReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { decodeAuthorization } from './encode-authorization.js'
import { listUnsent, type UnsentAuthorization } from './unsent-store.js'

/** Far more than the relayer signs between two runs. */
const batchSize = 100

/**
 * Cancels unsent signed payments above the amount due, because the receipt has since been paid in another way. Less than a
 * cent does not count: a stranger could send it to cancel a payment.
 */
export async function cancelExcess(
  ctx: Pick<Context, 'db' | 'config' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { chainId } = ctx.config
  for (const unsent of await listUnsent(ctx.db, { chainId, limit: batchSize })) {
    if (signal.aborted) return
    const { merchant, receiptId, transactionId: id } = unsent
    const receipt = await getReceipt(ctx, { merchant, id: receiptId })
    if (!(await exceedsDue(ctx, { receipt, unsent }))) continue
    const error = 'The payment exceeds the amount due'
    if (!(await cancelPlanned(ctx.db, { id, error }))) continue
    ctx.log.info({ receiptId, transactionId: id }, 'signed payment canceled')
  }
}

async function exceedsDue(
  ctx: Pick<Context, 'db' | 'config'>,
  { receipt, unsent }: { receipt: Receipt; unsent: UnsentAuthorization },
): Promise<boolean> {
  const { due } = await getDue(ctx, receipt)
  const { token, units } = await decodeAuthorization(unsent.data)
  const asset = findAsset(ctx.config.chainId, token)
  if (asset === null) return false
  const tolerated = micros(due <= 0n ? 0n : due + dustMicros)
  return units > unitsFor(tolerated, { asset, bill: receipt, usdPerUnit: null })
}
