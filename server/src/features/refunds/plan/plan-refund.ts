import { AppError } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { type Cents, centsToDecimal, microsFromCents } from '../../../lib/money.js'
import { parseAssetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import { sumByAsset } from '../../ledger/sum-by-asset.js'
import { listSigners } from '../../payments/signers/signers.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { sumRefunded } from '../read-model/payer-store.js'
import { computeRefund } from '../record/compute-refund.js'
import {
  readBuyer,
  readFlag,
  readItems,
  readOptionalUsd,
  requireReceiptId,
} from '../record/read-refund.js'
import { requireBuyer } from '../record/require-buyer.js'
import { type RefundPart, shareCredit, shareRefund } from '../record/share-refund.js'
import { takeCredit } from './credit-parts.js'
import { creditCents, listCredit, requireCredit } from './list-credit.js'
import { type ChosenRecipients, planTransfers, readPayers, requirePaid } from './plan-transfers.js'
import type { RefundPlan, RefundPlanBody } from './schemas.js'
import { sumByWallet, sumSold } from './sum-sold.js'

/**
 * Plans a refund or a return of credit without recording it: its amount, the transfers to the
 * payers, and the share that each split recipient received.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`, `not_found`.
 */
export async function planRefund(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { merchant, body }: { merchant: Address; body: RefundPlanBody },
): Promise<RefundPlan> {
  const id = requireReceiptId(body.receiptId)
  const given = { usdCents: readOptionalUsd(body.usd), items: readItems(body.items) }
  const isCredit = readFlag('credit', body.credit)
  requireSomething(body, given)
  const recipients = {
    confirmed: readPayers(body.payers),
    buyer: body.buyer === undefined || body.buyer === null ? null : readBuyer(body.buyer),
  }

  const receipt = await getReceipt(ctx, { merchant, id })
  if (recipients.buyer) await requireBuyer(ctx, { receipt, buyer: recipients.buyer })
  const chosen = { ...recipients, ...(await listSigners(ctx, { merchant, receiptId: id })) }
  requirePaid(chosen)
  if (isCredit) return planCredit(ctx, { receipt, usdCents: given.usdCents, chosen })
  const { amounts } = await computeRefund(ctx, { receipt, ...given })
  const { usdCents, taxCents, feeCents } = amounts
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const parts = shareRefund(sums.get(id) ?? [], usdCents)
  const paid = await sumSold(ctx, receipt)
  const refunded = await sumRefunded(ctx.db, { merchant, receiptId: id })
  return {
    usd: centsToDecimal(usdCents),
    tax: centsToDecimal(taxCents),
    fee: centsToDecimal(feeCents),
    shares: parts.flatMap(describeShares),
    ...planTransfers(parts, { payers: { paid, refunded }, chosen }),
  }
}

/** A program that selected no item must not plan a refund of everything. */
function requireSomething(
  { items }: RefundPlanBody,
  { usdCents }: { usdCents: Cents | null },
): void {
  if (usdCents !== null || !Array.isArray(items) || items.length > 0) return
  throw new AppError(
    'invalid_input',
    'items is empty. Name the lines to refund, or omit items to refund everything.',
  )
}

/** Credit contains no tax and no fee, and goes back to those who paid it. */
async function planCredit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  {
    receipt,
    usdCents,
    chosen,
  }: { receipt: Receipt; usdCents: Cents | null; chosen: ChosenRecipients },
): Promise<RefundPlan> {
  const { merchant, id } = receipt
  const credit = await listCredit(ctx, receipt)
  const amount = usdCents ?? creditCents(credit)
  requireCredit(credit, amount)
  const taken = takeCredit(credit, microsFromCents(amount))
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const parts = shareCredit(sums.get(id) ?? [], sumByAsset(taken))
  const paid = sumByWallet(taken.map(({ payer, ...part }) => ({ ...part, wallet: payer })))
  return {
    usd: centsToDecimal(amount),
    tax: 0,
    fee: 0,
    shares: parts.flatMap(describeShares),
    ...planTransfers(parts, { payers: { paid, refunded: [] }, chosen }),
  }
}

/** Manual payments have no split shares. */
function describeShares({ asset, shares }: RefundPart): RefundPlan['shares'] {
  const token = parseAssetName(asset)?.token
  if (!token) return []
  return shares.flatMap(({ account, units }) =>
    account === 'manual'
      ? []
      : { address: checksumAddress(account), token: checksumAddress(token), units: String(units) },
  )
}
