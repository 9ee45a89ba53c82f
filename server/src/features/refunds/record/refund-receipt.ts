import { isDeepStrictEqual } from 'node:util'
import type { Principal, SellingCashier } from '../../../auth/caller.js'
import { invalidInput } from '../../../lib/errors.js'
import { centsToDecimal } from '../../../lib/money.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { withCatalogMutex } from '../../inventory/with-catalog-mutex.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { isOwnSale, ownSalesAt } from '../../receipts/read/own-sales.js'
import type { Refund } from '../../receipts/receipt.js'
import { deleteReservation } from '../reserve/reservation-store.js'
import { type GivenRefund, readRefund } from './read-refund.js'
import { recordCreditReturn, recordRefund } from './record-refund.js'
import { listRefunds } from './refund-store.js'
import { requireBuyer } from './require-buyer.js'
import type { RefundConsent } from './require-consent.js'
import type { RefundBody } from './schemas.js'

/**
 * Records a refund, or a return of credit. A full refund makes the receipt `refunded`; a partial
 * one and a return of credit keep its status. A refund with the same id counts once, and so does
 * one of the same kind to the same buyer in the same transaction.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`,
 *   `not_found`.
 */
export async function refundReceipt(
  ctx: Context,
  input: {
    by: Principal | SellingCashier
    id: string
    body: RefundBody
    consent: RefundConsent
    /** Ends with the record. */
    reservationKey?: string | null
  },
): Promise<void> {
  const { by, id, consent, reservationKey: key = null } = input
  // A cashier refunds only what they see.
  const ownSales = 'registerId' in by ? ownSalesAt(by) : null
  const { merchant } = by
  const { receiptId, ...given } = readRefund(input.body)

  const work = () =>
    inTransaction(ctx, async (inTx) => {
      const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
      if (!receipt || !isOwnSale(receipt, ownSales)) throw noSuchReceipt()
      if (key !== null) await deleteReservation(inTx.db, { merchant, receiptId, key })
      const earlier = await listRefunds(inTx.db, { merchant, receiptId })
      if (isKnown(earlier, { id, ...given })) return
      if (given.buyer) await requireBuyer(inTx, { receipt, buyer: given.buyer })
      const { usdCents } = given
      await (given.isCredit && usdCents !== null
        ? recordCreditReturn(inTx, {
            by,
            receipt,
            refund: { id, ...given, usdCents },
            consent,
          })
        : recordRefund(inTx, { by, receipt, refund: { id, ...given }, consent }))
      // The transaction may be on chain already.
      inTx.db.afterCommit(() => ctx.wakeups.wake('payments'))
    })
  await (given.restock ? withCatalogMutex(ctx, { merchant, work }) : work())
}

/** One transaction may pay several buyers, or a refund and a return of credit. */
function isKnown(
  earlier: readonly Refund[],
  request: Pick<Refund, 'id' | 'items'> &
    Pick<GivenRefund, 'buyer' | 'isCredit' | 'transactionHash' | 'usdCents'>,
): boolean {
  const { transactionHash: hash } = request
  if (earlier.some(({ id }) => id === request.id)) return true
  const candidates = earlier.filter(
    ({ transactionHash, buyer, isCredit }) =>
      hash !== null &&
      transactionHash === hash &&
      isCredit === request.isCredit &&
      (buyer === null || buyer === request.buyer),
  )
  if (candidates.length === 0) return false
  const isSame = ({ usdCents, items }: Refund) =>
    request.usdCents === null
      ? isDeepStrictEqual(items, request.items)
      : usdCents === request.usdCents
  if (candidates.some(isSame)) return true
  const recorded = candidates.map(({ usdCents }) => centsToDecimal(usdCents)).join(', ')
  throw invalidInput(
    `This txHash is recorded for a refund of ${recorded} USD to this buyer. Record one refund for the whole amount of a transaction.`,
  )
}
