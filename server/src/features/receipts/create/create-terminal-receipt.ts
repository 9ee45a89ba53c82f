import type { Principal } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { type Cents, centsFromDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { requireAccepted } from '../../pricing/require-accepted.js'
import { requireSplit } from '../../split/require-split.js'
import { resolveSaleTax } from '../../tax/resolve-sale-tax.js'
import { readCurrency } from '../amounts/read-receipt-bill.js'
import { saleBill } from '../amounts/sale-bill.js'
import { acceptReceipt } from '../journal/accept-receipt.js'
import { authorName } from '../status/author-name.js'
import { addReceipt } from './add-receipt.js'
import { type CreatedReceipt, getRepeatedReceipt } from './created-receipt.js'
import {
  readSaleFacts,
  recallSaleFacts,
  type SaleFacts,
  usedVersions,
  valueAt,
} from './gather-sale-facts.js'
import { newReceipt, noCheckout } from './new-receipt.js'
import { receiptTerms } from './receipt-terms.js'
import { requireBounded } from './require-bounded.js'
import type { TerminalBody } from './schemas.js'
import { sell } from './sell.js'

const maxCents = 10n ** 12n
const readLabel = displayText({ maxLength: 200 })

/**
 * Creates a receipt at the point of sale from one amount before tax and fee.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`, `split_required`, `exchange_rate_unavailable`.
 */
export async function createTerminalReceipt(
  ctx: Context,
  { by, id, body }: { by: Principal; id: string; body: TerminalBody },
): Promise<CreatedReceipt> {
  const { merchant } = by
  const { amount, isNative } = readAmount(body)
  const currency = readCurrency(body.currency)
  const label = readText(body.label)

  const installationId = await ctx.installationId()

  function price({ shop, split, feeRate, rates, versions }: SaleFacts) {
    if (isNative) requireAccepted(shop, currency)
    const tax = resolveSaleTax(shop, body)
    const payoutAddress = requireSplit(split).address
    const valuation = isNative ? valueAt({ rates }, currency) : null
    const { priceIncludesTax: includesTax } = shop.tax
    const bare = { qty: null, itemId: null, sku: null, thumb: null }
    const sold = [{ label, amount, taxable: true, includesTax, ...bare }]
    const { sale: _sale, ...bill } = saleBill({ sold, tax, valuation, feeRate })
    requireBounded(bill, 'invalid_amount')
    const now = ctx.now()
    const receipt = newReceipt({
      id,
      hasGeneratedId: true,
      kind: 'terminal',
      status: 'generated',
      bill,
      checkout: noCheckout,
      installationId,
      by,
      now,
      terms: receiptTerms(shop, { now, payoutAddress }),
    })
    return { receipt, facts: usedVersions(versions, valuation) }
  }

  const { sale, insertion } = await sell({
    recall: () => recallSaleFacts(ctx, merchant),
    read: () => readSaleFacts(ctx, merchant),
    price,
    insert: (sale) => addReceipt(ctx, { ...sale, by: authorName(by) }),
    accept: (sale) => acceptReceipt(ctx, { ...sale, by: authorName(by) }),
  })
  if (insertion.kind === 'accepted') return { receipt: insertion.receipt, isDegraded: true }
  if (insertion.kind === 'made') return { receipt: sale.receipt, isDegraded: false }
  return getRepeatedReceipt(ctx, { merchant, id })
}

function readAmount({ amount, amountUsd }: TerminalBody): { amount: Cents; isNative: boolean } {
  const isNative = amount !== undefined && amount !== null
  const isLegacy = amountUsd !== undefined && amountUsd !== null
  if (isNative === isLegacy) throw badAmount()
  const given: unknown = isNative ? amount : amountUsd
  const read = typeof given === 'number' ? centsFromDecimal(given) : null
  if (read === null || read <= 0n || read > maxCents) throw badAmount()
  return { amount: read, isNative }
}

function badAmount(): AppError {
  return new AppError(
    'invalid_amount',
    'The amount is invalid. Send either amount or amountUsd, at least 0.01, with at most two decimals.',
  )
}

function readText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'Payment'
  const read = readLabel(value)
  if ('problem' in read) throw new AppError('invalid_input', `label ${read.problem}`)
  return read.value || 'Payment'
}
