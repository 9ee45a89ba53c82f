import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type {
  DataSubject,
  ErasePersonalData,
  ExportPersonalData,
} from '../../../platform/personal-data.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { createPaymentUrls } from '../create/payment-url.js'
import { describeReceipt } from '../read/describe-receipt.js'
import {
  eraseFromReceipts,
  eraseFromRefunds,
  eraseFromTimelines,
  listFullReceipts,
  listIdsOfBuyer,
  listOtherWallets,
  lockReceipts,
} from './buyer-store.js'

/** Lists the ids of a merchant's receipts that belong to a buyer, after an id, in order. */
export function listReceiptsOfBuyer(
  { db }: Pick<TxContext, 'db'>,
  buyer: {
    merchant: Address
    wallet: Address | null
    email: string | null
    receiptId: string | null
    after: string
    limit: number
  },
): Promise<string[]> {
  return listIdsOfBuyer(db, buyer)
}

/** Lists the wallets that had a part in receipts of a buyer and belong to other people. */
export function listOtherPayers(
  { db }: Pick<TxContext, 'db'>,
  subject: Pick<DataSubject, 'merchant' | 'wallet' | 'email' | 'receiptIds'>,
): Promise<Address[]> {
  return listOtherWallets(db, subject)
}

/** Returns a buyer's receipts with timelines and refunds, without the details of other buyers. */
export const exportReceipts: ExportPersonalData = async (
  ctx,
  { merchant, receiptIds: ids, otherWallets },
) => {
  const paymentUrlOf = await createPaymentUrls(ctx)
  const described = (await listFullReceipts(ctx.db, { merchant, ids })).map(
    ({ receipt, history }) => {
      // Pictures of items say nothing about the buyer.
      const lines = receipt.lines.map((line) => ({ ...line, thumb: null }))
      const isOfOther = receipt.buyerWallet !== null && otherWallets.includes(receipt.buyerWallet)
      const { billing, onrampEmail } = isOfOther ? { billing: null, onrampEmail: null } : receipt
      return describeReceipt(
        { ...receipt, lines, billing, onrampEmail },
        { history, paymentUrlOf, thumbOf: withoutThumbs },
      )
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
