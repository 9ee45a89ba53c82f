import type { Principal } from '../../auth/caller.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction } from '../../platform/context.js'
import type { ExportPersonalData } from '../../platform/personal-data.js'
import { recordChange } from '../audit/record-change.js'
import { listOtherPayers, listReceiptsOfBuyer } from '../receipts/privacy/buyer-receipts.js'
import { type NamedBuyer, writeCursor } from './read-buyer.js'

/** Receipts of one response. */
const batchSize = 50

/**
 * Returns a batch of everything that is stored about a buyer, by section, and the cursor of the
 * next batch. The audit log has the number of receipts and nothing about the buyer.
 */
export async function exportBuyer(
  ctx: Context,
  input: { by: Principal; buyer: NamedBuyer; exportPersonalData: ExportPersonalData },
): Promise<{ data: Awaited<ReturnType<ExportPersonalData>>; nextCursor: string | null }> {
  const { by, buyer } = input
  const { merchant } = by
  const limit = batchSize + 1
  const listed = await listReceiptsOfBuyer(ctx, { merchant, ...buyer, limit })
  const receiptIds = listed.slice(0, batchSize)
  const { wallet, email, after } = buyer
  const includesBuyer = after === ''
  const otherWallets = await listOtherPayers(ctx, { merchant, wallet, email, receiptIds })
  const subject = { merchant, wallet, email, receiptIds, includesBuyer, otherWallets }
  const data = hideWallets(await input.exportPersonalData(ctx, subject), otherWallets)
  await inTransaction(ctx, (inTx) =>
    recordChange(inTx, {
      by,
      action: 'buyer.exported',
      target: merchant,
      before: null,
      after: { receipts: receiptIds.length },
    }),
  )
  const last = listed.length > batchSize ? receiptIds.at(-1) : undefined
  return { data, nextCursor: last === undefined ? null : writeCursor(last) }
}

/** Replaces wallets of other people by null, wherever they appear. */
function hideWallets<Data>(data: Data, wallets: readonly Address[]): Data {
  if (wallets.length === 0) return data
  const hidden = new Set<string>(wallets)
  const isHidden = (value: unknown) => typeof value === 'string' && hidden.has(value.toLowerCase())
  return JSON.parse(
    JSON.stringify(data, (_name, value: unknown) => (isHidden(value) ? null : value)),
  )
}
