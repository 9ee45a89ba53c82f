import type { PortalRef } from '../../auth/portal-tokens.js'
import { dustMicros, micros } from '../../lib/money.js'
import { MINUTE_MS } from '../../lib/time.js'
import { findAsset } from '../../platform/chain/assets/asset.js'
import { unitsFor } from '../../platform/chain/assets/value-units.js'
import { cancelPlanned } from '../../platform/chain/outgoing/stores/progress-store.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { processInBatches } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { endFirmHold } from '../holds/firm-holds.js'
import { announceOwnTransaction } from '../payments/find/announced/announce-own-transaction.js'
import { getDue } from '../payments/get-due.js'
import { getReceipt, lockReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { type AuthorizationHook, hasFailed } from './authorization.js'
import {
  endAuthorization,
  listAuthorizations,
  listFinished,
  listUnsent,
  type UnsentAuthorization,
} from './authorization-store.js'
import { decodeAuthorization } from './encode-authorization.js'

/**
 * Returns the job that cancels excess signed payments and handles finished ones. If one of a
 * checkout failed, `onFailed` runs. A final one is announced to settlement, in case its payment is
 * not recorded.
 */
export function endAuthorizations(hooks: { onFailed: AuthorizationHook }): Job {
  return {
    name: 'end-authorizations',
    everyMs: MINUTE_MS,
    // The first finishes an authorization. The other two may change what is due.
    runsOn: ['outgoing-progress', 'settlements', 'recorded-events'],
    async run(ctx, signal) {
      await cancelExcess(ctx, signal)
      const ended = await processInBatches(signal, {
        list: (limit) => listFinished(ctx.db, limit),
        work: (authorization) => end(ctx, { ...authorization, ...hooks }),
      })
      return { ended }
    },
  }
}

/** Checks again with the receipt locked: a reorg may have revived the transaction. */
async function end(
  ctx: Context,
  input: PortalRef & { transactionId: string; onFailed: AuthorizationHook },
): Promise<void> {
  const { merchant, receiptId, transactionId, onFailed } = input
  const ref = { merchant, receiptId }
  await inTransaction(ctx, async (inTx) => {
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    const accepted = await listAuthorizations(inTx.db, ref)
    const ended = accepted.find((candidate) => candidate.transactionId === transactionId)
    if (!ended || ended.hasEnded || !(hasFailed(ended) || ended.state === 'final')) return
    await endAuthorization(inTx.db, { ...ref, transactionId, endedAt: ctx.now() })
    if (ended.state === 'final' && ended.hash) {
      await announceOwnTransaction(inTx, { ...ref, hash: ended.hash })
    }
    // A newer signed payment keeps the stock.
    const isLast = !accepted.some(({ isInFlight }) => isInFlight)
    if (receipt && hasFailed(ended) && isLast) await endFirmHold(inTx, { ...ref, hash: null })
    if (receipt && hasFailed(ended) && ended.isOfCheckout) await onFailed(inTx, receipt)
  })
}

/** Far more than the relayer signs between two runs. */
const batchSize = 100

/**
 * Cancels unsent signed payments above the amount due, because the receipt has since been paid in
 * another way. Less than a cent does not count: a third party could send it to cancel a payment.
 */
async function cancelExcess(
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
