import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { ErasePersonalData, ExportPersonalData } from '../../../platform/personal-data.js'
import { createPaymentUrls } from '../create/payment-url.js'
import { describeReceipt } from '../describe-receipt.js'
import {
  eraseFromReceipts,
  eraseFromRefunds,
  eraseFromTimelines,
  listFullReceipts,
  listIdsOfBuyer,
  lockReceipts,
} from './buyer-store.js'

/** Lists the ids of a merchant's receipts that belong to a buyer, after an id, in order. */
export function listReceiptsOfBuyer(
  { db }: Pick<TxContext, 'db'>,
  buyer: {
    merchant: Address
    wallet: Address | null
    email: string | null
    after: string
    limit: number
  },
): Promise<string[]> {
  return listIdsOfBuyer(db, buyer)
}

/** Returns a buyer's receipts with their timelines and refunds. */
export const exportReceipts: ExportPersonalData = async (ctx, { merchant, receiptIds: ids }) => {
  const paymentUrlOf = await createPaymentUrls(ctx)
  const described = (await listFullReceipts(ctx.db, { merchant, ids })).map(
    ({ receipt, history }) => {
      // Pictures of items say nothing about the buyer.
      const lines = receipt.lines.map((line) => ({ ...line, thumb: null }))
      return describeReceipt({ ...receipt, lines }, { history, paymentUrlOf })
    },
  )
  return { receipts: described }
}

/** Erases the buyer's data from receipts, their timelines and refunds. */
export const eraseReceipts: ErasePersonalData = async ({ db }, { merchant, receiptIds }) => {
  const subject = { merchant, receiptIds }
  // First, because every later status change copies fields of its receipt into an event.
  await lockReceipts(db, subject)
  const receipts = await eraseFromReceipts(db, subject)
  const entries = await eraseFromTimelines(db, subject)
  return receipts + entries + (await eraseFromRefunds(db, subject))
}
