import type { Author } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { requirePublicTarget } from '../../../platform/outbound/require-public-target.js'
import { recordChange } from '../../audit/record-change.js'
import { getPayoutOwner } from '../../split/get-payout-owner.js'
import { isSameBill } from '../amounts/is-same-bill.js'
import { readReceiptBill } from '../amounts/read-receipt-bill.js'
import { requireBounded } from '../amounts/sale-bill.js'
import { valueBill } from '../amounts/value-bill.js'
import { acceptReceipt } from '../outage/accept-receipt.js'
import type { Receipt, SettleAgain } from '../receipt.js'
import { authorName } from '../status/add-timeline-entry.js'
import { recordStatusChange } from '../status/record-status-change.js'
import { insertEvent, isOnlyAuthor } from '../status/timeline-store.js'
import { findReceiptForUpdate } from '../store.js'
import { addReceipt } from './add-receipt.js'
import { replaceReceipt } from './changed-receipt-store.js'
import type { CreatedReceipt } from './created-receipt.js'
import {
  readSaleFacts,
  recallSaleFacts,
  requireAccepted,
  type SaleFacts,
  usedVersions,
} from './gather-sale-facts.js'
import { newReceipt, receiptTerms } from './new-receipt.js'
import { readCheckoutFields } from './read-checkout-fields.js'
import type { CreateReceiptBody } from './schemas.js'
import { sell } from './sell.js'

/** These are routes below /api/receipts. */
const reserved = ['status', 'refund', 'terminal', 'export']

/**
 * Creates a receipt under the caller's id. An unpaid receipt in dollars with the same id is
 * replaced; one with its own currency is not.
 *
 * @throws {AppError} `invalid_input`, `exchange_rate_unavailable`, `conflict`, `forbidden`,
 *   `split_required`.
 */
export async function createReceipt(
  ctx: Context,
  { by, body, settleAgain }: { by: Author; body: CreateReceiptBody; settleAgain: SettleAgain },
): Promise<CreatedReceipt> {
  const { merchant } = by
  const id = readReceiptId(body.id)
  const givenBill = readReceiptBill(body)
  const checkout = readCheckoutFields(body, ctx.config.mode)
  const { webhookUrl } = checkout
  if (webhookUrl) await requirePublicTarget(ctx, { url: webhookUrl, field: 'webhook_url' })

  const installationId = await ctx.installationId()

  function price(facts: SaleFacts & { payoutAddress: Address }) {
    const { shop, payoutAddress, versions } = facts
    if (givenBill.kind === 'native') requireAccepted(shop, givenBill.currency)
    const bill = valueBill(facts, givenBill)
    requireBounded(bill, 'invalid_input')
    const now = ctx.now()
    const terms = receiptTerms(shop, { now, payoutAddress })
    const fresh = { hasGeneratedId: false, kind: 'direct', status: 'pending' } as const
    const receipt = newReceipt({ id, ...fresh, bill, checkout, terms, installationId, by, now })
    return { receipt, facts: usedVersions(versions, bill.valuation) }
  }

  const { sale, insertion } = await sell({
    recall: () => recallFacts(ctx, merchant),
    read: () => readFacts(ctx, merchant),
    price,
    insert: (sale) => addReceipt(ctx, { ...sale, by: authorName(by) }),
    accept: (sale) => acceptReceipt(ctx, { ...sale, by: authorName(by) }),
  })
  const { receipt } = sale
  if (insertion.kind === 'accepted') {
    const { receipt: accepted } = insertion
    if (!mayReplaceAll(by) && accepted.soldBy !== receipt.soldBy) throw notReplaceable()
    return { receipt: accepted, isDegraded: true }
  }
  const isMade = insertion.kind === 'made'
  return {
    receipt: isMade ? receipt : await replaceUnpaid(ctx, { receipt, by, settleAgain }),
    isDegraded: false,
  }
}

/** The payout address of a merchant without a split is not remembered. */
function recallFacts(ctx: Context, merchant: Address) {
  const facts = recallSaleFacts(ctx, merchant)
  return facts?.split ? { ...facts, payoutAddress: facts.split.address } : null
}

async function readFacts(ctx: Context, merchant: Address) {
  const facts = await readSaleFacts(ctx, merchant)
  const payoutAddress = facts.split?.address ?? (await getPayoutOwner(ctx, merchant))
  return { ...facts, payoutAddress }
}

async function replaceUnpaid(
  ctx: Context,
  { receipt, by, settleAgain }: { receipt: Receipt; by: Author; settleAgain: SettleAgain },
): Promise<Receipt> {
  return inTransaction(ctx, async (inTx) => {
    const before = await findReceiptForUpdate(inTx.db, receipt)
    if (!before) throw new Error(`receipt ${receipt.id} disappeared during its replacement`)
    requireReplaceable(before, receipt)
    await requireMayReplace(inTx, { receipt: before, by })
    // A failed receipt becomes pending again, as the response says.
    if (isSameBill(before, receipt) && before.status !== 'failed') return before

    // With the key of its first creation, the address that a buyer may have seen stays valid. It
    // also stays the sale of its first author.
    const { createdAt, installationId, registerId, soldBy } = before
    const after = { ...receipt, createdAt, installationId, registerId, soldBy }
    await watchDeposit(inTx, { receipt: after, deposit: depositOf(ctx.config, after) })
    // Payments for the previous bill must be compared with the new one.
    await settleAgain(inTx, after)
    const metadata = await replaceReceipt(inTx.db, after)
    // The stored metadata: its key order is part of the bytes of every event of the receipt.
    await noteReplacement(inTx, { before, after: { ...after, metadata }, by })
    return after
  })
}

function requireReplaceable(before: Receipt, after: Receipt): void {
  const isNative = before.valuation !== null || after.valuation !== null
  const isDirect = before.kind === 'direct'
  if (isNative || !isDirect || statusFacts[before.status].isSettled) {
    throw new AppError(
      'conflict',
      'A receipt with this id already exists and cannot be replaced. Choose another id.',
    )
  }
}

async function noteReplacement(
  ctx: TxContext,
  { before, after, by }: { before: Receipt; after: Receipt; by: Author },
): Promise<void> {
  const at = ctx.now()
  await insertEvent(ctx.db, {
    merchant: after.merchant,
    id: after.id,
    event: {
      status: after.status,
      previousStatus: before.status,
      at,
      by: authorName(by),
      note: 'replaced',
      transactionHash: null,
      detail: null,
    },
  })
  if (before.status !== after.status) {
    await recordStatusChange(ctx, { receipt: after, previousStatus: before.status, at })
  }
  await recordChange(ctx, {
    by,
    action: 'receipt.replaced',
    target: after.id,
    before: { totalUsd: centsToDecimal(before.totalUsdCents) },
    after: { totalUsd: centsToDecimal(after.totalUsdCents) },
  })
}

/**
 * Reads the id that a caller chose for a receipt.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptId(value: unknown): string {
  const isGood = typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(value)
  if (!isGood) {
    throw new AppError(
      'invalid_input',
      'id must be 1 to 128 letters, digits, dots, colons, dashes or underscores and start with a letter or digit',
    )
  }
  if (reserved.includes(value)) {
    throw invalidInput(`id must not be ${reserved.join(', ')}`)
  }
  return value
}

/**
 * Requires that the caller may change the bill of a receipt: with a key, with the right to refund,
 * or as its only author. Otherwise a cashier could lower an invoice of the merchant, which is as
 * good as a refund. With the same bill, a cashier could read and reopen a sale of another one.
 *
 * @throws {AppError} `forbidden`.
 */
async function requireMayReplace(
  ctx: Pick<TxContext, 'db'>,
  { receipt, by }: { receipt: Receipt; by: Author },
): Promise<void> {
  if (mayReplaceAll(by)) return
  const { merchant, id } = receipt
  if (await isOnlyAuthor(ctx.db, { merchant, id, author: authorName(by) })) return
  throw notReplaceable()
}

function mayReplaceAll(by: Author): boolean {
  return 'keyId' in by || hasRight(by.role, 'refunds:write')
}

function notReplaceable(): AppError {
  return new AppError(
    'forbidden',
    'A receipt with this id was created by another person. Choose another id, or ask an owner or admin to replace it.',
  )
}
