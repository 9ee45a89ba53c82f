import { baseUnits, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { saleEntries } from '../../ledger/entries.js'
import type { Amount } from '../../ledger/entry.js'
import { post } from '../../ledger/post.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { billParts } from '../../receipts/amounts/bill-parts.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findSplitAt } from '../../split/find-split-at.js'
import type { Payment } from '../payment.js'
import { counts } from '../value-payments.js'

/**
 * Brings the ledger into line with whether a receipt is sold. `posted` says how often it was entered and taken out;
 * returns what it is then.
 */
export async function bookSale(
  ctx: Pick<TxContext, 'db' | 'now'>,
  input: { receipt: Receipt; payments: readonly Payment[]; isSold: boolean; posted: number },
): Promise<number> {
  const { receipt, isSold, posted } = input
  const { merchant, id, payoutAddress } = receipt
  if (isSold === (posted % 2 === 1)) return posted
  if (!isSold) {
    await reversePosting(ctx, { merchant, key: keyOf(id, posted), at: ctx.now() })
    return posted + 1
  }

  const split = await findSplitAt(ctx, { merchant, address: payoutAddress })
  const platform = split?.recipients.find(({ role }) => role === 'platform')
  await post(ctx, {
    merchant,
    key: keyOf(id, posted + 1),
    kind: 'sale',
    at: ctx.now(),
    receiptId: id,
    transactionHash: receipt.transactionHash,
    entries: saleEntries({
      portions: portionsOf(input.payments, microsFromCents(receipt.totalUsdCents)),
      bill: billParts(receipt),
      platformBps: platform?.sharesBps ?? 0,
    }),
  })
  return posted + 1
}

/** What of each payment the bill uses, in the order they came; the rest stays the buyer's. */
function portionsOf(payments: readonly Payment[], due: Micros): Amount[] {
  const portions: Amount[] = []
  let left: bigint = due
  const usable = payments.filter((one) => counts(one) && one.state === 'confirmed')
  for (const [index, payment] of usable.entries()) {
    if (left === 0n) break
    const worth = payment.usdMicros ?? 0n
    const isLast = index === usable.length - 1
    // Together they are worth enough, so what rounding took from each is in the last one.
    const taken = worth < left && !isLast ? worth : left
    const isWhole = taken >= worth
    const units = isWhole ? payment.units : (payment.units * taken + worth - 1n) / worth
    portions.push({
      asset: assetName(payment),
      units: baseUnits(units),
      usdMicros: micros(taken),
    })
    left -= taken
  }
  return portions
}

function keyOf(receiptId: string, posted: number): string {
  return `sale:${receiptId}:${posted}`
}
