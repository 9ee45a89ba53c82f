import { cancelPlanned } from '../../platform/chain/outgoing/progress-store.js'
import type { Context } from '../../platform/context.js'
import { getReceipt } from '../receipts/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { findAsset } from '../settlement/asset.js'
import { getDue } from '../settlement/get-due.js'
import { unitsFor } from '../settlement/value-units.js'
import { decodeAuthorization } from './encode-authorization.js'
import { listWaiting, type WaitingAuthorization } from './waiting-store.js'

/** Many more than the relayer signs between two looks. */
const atOnce = 100

/**
 * Calls off signed payments that were not sent yet, where less is due by now than they pay: the buyer, or somebody
 * else, has paid in another way meanwhile.
 */
export async function cancelNeedless(
  ctx: Pick<Context, 'db' | 'config' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { chainId } = ctx.config
  for (const waiting of await listWaiting(ctx.db, { chainId, limit: atOnce })) {
    if (signal.aborted) return
    const { merchant, receiptId, transactionId: id } = waiting
    const receipt = await getReceipt(ctx, { merchant, id: receiptId })
    if (!(await isTooMuch(ctx, { receipt, waiting }))) continue
    const error = 'Less is due by now than it pays'
    if (!(await cancelPlanned(ctx.db, { id, error }))) continue
    ctx.log.info({ receiptId, transactionId: id }, 'a signed payment was called off')
  }
}

async function isTooMuch(
  ctx: Pick<Context, 'db' | 'config'>,
  { receipt, waiting }: { receipt: Receipt; waiting: WaitingAuthorization },
): Promise<boolean> {
  const { due } = await getDue(ctx, receipt)
  const { token, units } = await decodeAuthorization(waiting.data)
  const asset = findAsset(ctx.config.chainId, token)
  return asset !== null && units > unitsFor(due, { asset, bill: receipt, usdPerUnit: null })
}
