import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type {
  DataSubject,
  ErasePersonalData,
  ExportPersonalData,
} from '../../../platform/personal-data.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { showAuthor } from '../comments/change-comments.js'
import { deleteCommentsOf, listComments } from '../comments/comment-store.js'
import { createPaymentUrls } from '../create/payment-url.js'
import { describeReceipt } from '../read/describe-receipt.js'
import { listIdsOfBuyer, listOtherWallets } from '../read-model/buyer-store.js'
import {
  eraseFromReceipts,
  eraseFromTimelines,
  listFullReceipts,
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

/**
 * Returns a buyer's receipts with timelines, refunds and comments, without the details of other
 * buyers.
 */
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
  const comments = await listComments(ctx.db, { merchant, receiptIds: ids })
  return {
    receipts: described,
    comments: comments.map(({ madeBy, ...comment }) => ({ ...comment, by: showAuthor(madeBy) })),
  }
}

/** Erases the buyer's data from receipts and their timelines, and deletes their comments. */
export const eraseReceipts: ErasePersonalData = async ({ db }, { merchant, receiptIds }) => {
  const subject = { merchant, receiptIds }
  // First, because every later status change copies fields of its receipt into an event.
  await lockReceipts(db, subject)
  const receipts = await eraseFromReceipts(db, subject)
  const comments = await deleteCommentsOf(db, subject)
  return receipts + comments + (await eraseFromTimelines(db, subject))
}
