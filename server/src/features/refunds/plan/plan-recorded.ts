import { AppError, invalidInput } from '../../../lib/errors.js'
import { baseUnits, centsToDecimal, micros, sumCents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { listRefundEntries } from '../../ledger/receipt-ledger.js'
import type { Receipt } from '../../receipts/receipt.js'
import { listRefunds } from '../record/refund-store.js'
import { type ChosenRecipients, planTransfers } from './plan-transfers.js'
import { refundParts } from './refund-parts.js'
import type { WholePlan } from './schemas.js'

/**
 * Plans the transfers of a refund that was recorded without a transaction, for example at a
 * register. A cashier named its wallet, so a wallet that did not sign for the receipt gets no
 * transfer until the merchant confirms it.
 *
 * @throws {AppError} `not_found`, `conflict`, `invalid_input`.
 */
export async function planRecorded(
  ctx: Pick<TxContext, 'db' | 'config'>,
  input: { receipt: Receipt; refundId: string; chosen: ChosenRecipients },
): Promise<WholePlan> {
  const { receipt, refundId, chosen } = input
  const { merchant, id: receiptId } = receipt
  const { chainId } = ctx.config
  const refunds = await listRefunds(ctx.db, { merchant, receiptId })
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw new AppError('not_found', 'This receipt has no refund with this id.')
  const { buyer: wallet, usdCents, lines } = refund
  if (refund.transactionHash !== null || refund.confirmedAt !== null) {
    throw new AppError('conflict', 'This refund has a transaction. Load the receipt again.')
  }
  const entries = (await listRefundEntries(ctx, { merchant, refundIds: [refundId] })).get(refundId)
  const owed = (entries ?? []).filter(({ account }) => account === 'refund_payable')
  if (!wallet || !refundParts(owed, chainId)) {
    throw invalidInput('The chain cannot pay this refund. Return the money in another way.')
  }
  // The amount owed is a credit, so it is negative.
  const parts = owed.map(({ asset, units, usdMicros }) => ({
    asset,
    units: baseUnits(-units),
    usdMicros: micros(-usdMicros),
    shares: [],
  }))
  const payers = { paid: parts.map((part) => ({ ...part, wallet })), refunded: [] }
  return {
    chainId,
    usd: centsToDecimal(usdCents),
    tax: centsToDecimal(sumCents((lines ?? []).map(({ taxCents }) => taxCents))),
    fee: centsToDecimal(sumCents((lines ?? []).map(({ feeCents }) => feeCents))),
    shares: [],
    ...planTransfers(parts, { usdCents, payers, chosen: { ...chosen, buyer: null } }),
  }
}
