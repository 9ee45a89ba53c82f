import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import type { Refund } from '../../receipts/receipt.js'
import { type GivenRefund, readRefund } from './read-refund.js'
import { recordCreditReturn, recordRefund } from './record-refund.js'
import { listRefunds } from './refund-store.js'
import { requireBuyer } from './require-buyer.js'
import type { RefundBody } from './schemas.js'

/**
 * Records a refund, or a return of credit. A full refund makes the receipt `refunded`; a partial
 * one and a return of credit keep its status. A refund with the same id counts once, and so does
 * one of the same kind to the same buyer in the same transaction.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`, `not_found`.
 */
export async function refundReceipt(
  ctx: Context,
  input: {
    by: Principal
    id: string
    body: RefundBody
  },
): Promise<void> {
  const { by, id } = input
  const { merchant } = by
  const { receiptId, ...given } = readRefund(input.body)

  const work = () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const receipt = await lockReceipt({ db: tx }, { merchant, id: receiptId })
      if (!receipt) throw noSuchReceipt()
      const earlier = await listRefunds(inTx.db, { merchant, receiptId })
      if (isKnown(earlier, { id, ...given })) return
      await requireBuyer(inTx, { receipt, buyer: given.buyer })
      const { usdCents } = given
      await (given.isCredit && usdCents !== null
        ? recordCreditReturn(inTx, {
            by,
            receipt,
            refund: { id, ...given, usdCents },
          })
        : recordRefund(inTx, { by, receipt, refund: { id, ...given } }))
      // The transaction may be on chain already.
      tx.afterCommit(() => ctx.wakeups.wake('payments'))
    })
  await (given.restock ? withCatalogueMutex(ctx, { merchant, work }) : work())
}

/** One transaction may pay several buyers, or a refund and a return of credit. */
function isKnown(
  earlier: readonly Refund[],
  given: Pick<Refund, 'id' | 'items'> &
    Pick<GivenRefund, 'buyer' | 'isCredit' | 'transactionHash' | 'usdCents'>,
): boolean {
  const { transactionHash: hash } = given
  if (earlier.some(({ id }) => id === given.id)) return true
  const same = earlier.filter(
    ({ transactionHash, buyer, isCredit }) =>
      hash !== null &&
      transactionHash === hash &&
      isCredit === given.isCredit &&
      (buyer === null || buyer === given.buyer),
  )
  if (same.length === 0) return false
  const isSame = ({ usdCents, items }: Refund) =>
    given.usdCents === null ? isDeepStrictEqual(items, given.items) : usdCents === given.usdCents
  if (same.some(isSame)) return true
  const recorded = same.map(({ usdCents }) => centsToDecimal(usdCents)).join(', ')
  throw new AppError(
    'invalid_input',
    `This txHash is recorded for a refund of ${recorded} USD to this buyer. Record one refund for the whole amount of a transaction.`,
  )
}
