import type { Principal } from '../../auth/caller.js'
import { type Context, inTransaction } from '../../platform/context.js'
import type { DataSubject, ErasePersonalData } from '../../platform/personal-data.js'
import { recordChange } from '../audit/record-change.js'
import { listReceiptsOfBuyer } from '../receipts/privacy/buyer-receipts.js'
import { type NamedBuyer, writeCursor } from './read-buyer.js'

type Input = { by: Principal; buyer: NamedBuyer; erasePersonalData: ErasePersonalData }

/** Receipts of one transaction, which locks them. */
const batchSize = 50
const batchesPerRequest = 10

/**
 * Erases the personal data of a buyer, up to 500 receipts at once, and returns the cursor of the
 * rest. Repeating it changes nothing. The audit log has the number of erased rows and nothing about
 * the buyer.
 */
export async function eraseBuyer(
  ctx: Context,
  { by, buyer, erasePersonalData }: Input,
): Promise<{ receipts: number; erased: number; nextCursor: string | null }> {
  const { merchant } = by
  const { wallet, email } = buyer
  const total = { receipts: 0, erased: 0 }
  let { after } = buyer
  for (let batch = 0; batch < batchesPerRequest; batch += 1) {
    const page = { merchant, ...buyer, after, limit: batchSize }
    const receiptIds = await listReceiptsOfBuyer(ctx, page)
    const includesBuyer = after === ''
    if (receiptIds.length === 0 && !includesBuyer) return { ...total, nextCursor: null }
    const subject = { merchant, wallet, email, receiptIds, includesBuyer, otherWallets: [] }
    total.erased += await eraseBatch(ctx, { by, subject, erasePersonalData })
    total.receipts += receiptIds.length
    if (receiptIds.length < batchSize) return { ...total, nextCursor: null }
    after = receiptIds.at(-1) ?? after
  }
  return { ...total, nextCursor: writeCursor(after) }
}

function eraseBatch(
  ctx: Context,
  { by, subject, erasePersonalData }: Omit<Input, 'buyer'> & { subject: DataSubject },
): Promise<number> {
  return inTransaction(ctx, async (inTx) => {
    const erased = await erasePersonalData(inTx, subject)
    if (erased === 0) return 0
    await recordChange(inTx, {
      by,
      action: 'buyer.erased',
      target: by.merchant,
      before: null,
      after: { receipts: subject.receiptIds.length, rows: erased },
    })
    return erased
  })
}
