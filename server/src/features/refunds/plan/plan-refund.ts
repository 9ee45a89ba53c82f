import { invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { type Cents, centsToDecimal, microsFromCents } from '../../../lib/money.js'
import { parseAssetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import { sumByAsset } from '../../ledger/sum-by-asset.js'
import { listSigners } from '../../payments/signers/signers.js'
import { getReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { isOwnSale, type OwnSales } from '../../receipts/read/own-sales.js'
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
import { type RefundConsent, requireConsent } from '../record/require-consent.js'
import { type RefundPart, shareCredit, shareRefund } from '../record/share-refund.js'
import { takeCredit } from './credit-parts.js'
import { creditCents, listCredit, requireCredit } from './list-credit.js'
import { planRecorded } from './plan-recorded.js'
import { type ChosenRecipients, planTransfers, readPayers, requirePaid } from './plan-transfers.js'
import type { RefundPlanBody, WholePlan } from './schemas.js'
import { sumByWallet, sumSold } from './sum-sold.js'

/**
 * Plans a refund or a return of credit without recording it: its amount, the transfers to the
 * payers, and the share that each split recipient received.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`,
 *   `not_found`, `conflict`, `step_up_required`.
 */
export async function planRefund(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  {
    merchant,
    body,
    own = null,
    consent = null,
  }: {
    merchant: Address
    body: RefundPlanBody
    own?: OwnSales | null
    /** Given before the transfers are sent. */
    consent?: RefundConsent | null
  },
): Promise<WholePlan> {
  const id = requireReceiptId(body.receiptId)
  const requested = { usdCents: readOptionalUsd(body.usd), items: readItems(body.items) }
  const isCredit = readFlag('credit', body.credit)
  requireSomething(body, requested)
  const recipients = {
    confirmed: readPayers(body.payers),
    buyer: body.buyer === undefined || body.buyer === null ? null : readBuyer(body.buyer),
  }

  const receipt = await getReceipt(ctx, { merchant, id })
  if (!isOwnSale(receipt, own)) throw noSuchReceipt()
  if (recipients.buyer) await requireBuyer(ctx, { receipt, buyer: recipients.buyer })
  const chosen = { ...recipients, ...(await listSigners(ctx, { merchant, receiptId: id })) }
  if (typeof body.refundId === 'string') {
    return planRecorded(ctx, { receipt, refundId: body.refundId, chosen })
  }
  requirePaid(chosen)
  if (isCredit) {
    return planCredit(ctx, { receipt, usdCents: requested.usdCents, chosen, consent })
  }
  const { amounts } = await computeRefund(ctx, { receipt, ...requested })
  const { usdCents, taxCents, feeCents } = amounts
  if (consent) await requireConsent(ctx, { receipt, usdCents, consent })
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const parts = shareRefund(sums.get(id) ?? [], usdCents)
  const sold = await sumSold(ctx, receipt)
  const refunded = await sumRefunded(ctx.db, { merchant, receiptId: id })
  return {
    chainId: ctx.config.chainId,
    usd: centsToDecimal(usdCents),
    tax: centsToDecimal(taxCents),
    fee: centsToDecimal(feeCents),
    shares: parts.flatMap(describeShares),
    ...planTransfers(parts, { usdCents, payers: { paid: sold, refunded }, chosen }),
  }
}

/** A program that selected no item must not plan a refund of everything. */
function requireSomething(
  { items }: RefundPlanBody,
  { usdCents }: { usdCents: Cents | null },
): void {
  if (usdCents !== null || !Array.isArray(items) || items.length > 0) return
  throw invalidInput(
    'items is empty. Name the lines to refund, or omit items to refund everything.',
  )
}

/** Credit contains no tax and no fee, and goes back to those who paid it. */
async function planCredit(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: {
    receipt: Receipt
    usdCents: Cents | null
    chosen: ChosenRecipients
    consent: RefundConsent | null
  },
): Promise<WholePlan> {
  const { receipt, usdCents, chosen, consent } = input
  const { merchant, id } = receipt
  const credit = await listCredit(ctx, receipt)
  const amount = usdCents ?? creditCents(credit)
  requireCredit(credit, amount)
  if (consent) await requireConsent(ctx, { receipt, usdCents: amount, consent })
  const portions = takeCredit(credit, microsFromCents(amount))
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const parts = shareCredit(sums.get(id) ?? [], sumByAsset(portions))
  const byWallet = sumByWallet(portions.map(({ payer, ...part }) => ({ ...part, wallet: payer })))
  const payers = { paid: byWallet, refunded: [] }
  return {
    chainId: ctx.config.chainId,
    usd: centsToDecimal(amount),
    tax: 0,
    fee: 0,
    shares: parts.flatMap(describeShares),
    ...planTransfers(parts, { usdCents: amount, payers, chosen }),
  }
}

/** Manual payments have no split shares. */
function describeShares({ asset, shares }: RefundPart): WholePlan['shares'] {
  const token = parseAssetName(asset)?.token
  if (!token) return []
  return shares.flatMap(({ account, units }) =>
    account === 'manual'
      ? []
      : { address: checksumAddress(account), token: checksumAddress(token), units: String(units) },
  )
}
