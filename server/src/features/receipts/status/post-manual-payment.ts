import { AppError } from '../../../lib/errors.js'
import {
  type BaseUnits,
  baseUnits,
  type Cents,
  cents,
  type Micros,
  micros,
  microsFromCents,
  microsToDecimal,
} from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { feeBpsOf } from '../../../platform/limits/platform-fee.js'
import { manualPaymentEntries } from '../../ledger/entries.js'
import type { Amount } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { countPostings, findSaleKey, getCredit } from '../../ledger/receipt-ledger.js'
import { findSplitAt } from '../../split/find-split.js'
import { billParts } from '../amounts/bill-parts.js'
import { sumUnposted } from '../read-model/unposted-payment-store.js'
import type { Receipt } from '../receipt.js'

type PostContext = Pick<TxContext, 'db' | 'now' | 'config'>

/**
 * Posts a manual payment of what is still due, and the sale. Confirmed payments on chain are part
 * of the sale. Does nothing if the sale is already posted: declining a refund request brings in no
 * money.
 *
 * @throws {AppError} `conflict` while a payment on chain is being confirmed, because it reduces
 *   what is due.
 */
export async function postManualPayment(ctx: PostContext, receipt: Receipt): Promise<void> {
  const { merchant, id: receiptId, totalUsdCents } = receipt
  if (await findSale(ctx, receipt)) return
  await requireConfirmed(ctx, receipt)

  const credit = await findCredit(ctx, receipt)
  const { manualCents, portions } = planManualSale(totalUsdCents, credit)
  if (manualCents > 0n) {
    const count = await countPostings(ctx, { merchant, receiptId, kind: 'mark' })
    await post(ctx, {
      merchant,
      receiptId,
      at: ctx.now(),
      transactionHash: null,
      key: `mark:${receiptId}:${count + 1}`,
      kind: 'mark',
      entries: manualPaymentEntries({ usdCents: manualCents }),
    })
  }
  const count = await countPostings(ctx, { merchant, receiptId, kind: 'sale' })
  await postSale(ctx, { receipt, portions, count })
}

/**
 * Requires that no payment on chain is being confirmed.
 *
 * @throws {AppError} `conflict`.
 */
export async function requireConfirmed(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id: receiptId }: Receipt,
): Promise<void> {
  const unposted = await sumUnposted(ctx.db, { merchant, receiptId })
  // Anyone can send less at any time.
  if (unposted >= microsFromCents(cents(1n))) throw beingConfirmed(unposted)
}

/** Returns the key of the sale of a receipt that was not reversed, or null. */
export function findSale(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id: receiptId }: Receipt,
): Promise<string | null> {
  return findSaleKey(ctx, { merchant, receiptId })
}

/** Manual payments of a receipt: whether the ledger has their sale, or else their usable value. */
export type ManualPayments = { isSold: boolean; creditMicros: Micros }

/**
 * Reconciles the sale of a receipt that was paid manually with its payments on chain. The sale is
 * reversed when a reorg removed a payment that it used, and posted again when the payments cover it
 * again. The manual payment stays.
 */
export async function reconcileManualSale(
  ctx: PostContext,
  receipt: Receipt,
): Promise<ManualPayments> {
  const { merchant, id: receiptId, totalUsdCents } = receipt
  const key = await findSale(ctx, receipt)
  const credit = await findCredit(ctx, receipt)
  if (key && credit.every(({ units }) => units >= 0n)) return sold
  if (key) await reversePosting(ctx, { merchant, key, at: ctx.now() })

  const funds = key ? await findCredit(ctx, receipt) : credit
  const { manualCents, portions } = planManualSale(totalUsdCents, funds)
  const count = await countPostings(ctx, { merchant, receiptId, kind: 'sale' })
  if (manualCents > 0n || count === 0) return { isSold: false, creditMicros: manualCreditIn(funds) }
  await postSale(ctx, { receipt, portions, count })
  return sold
}

const sold: ManualPayments = { isSold: true, creditMicros: micros(0n) }

/** Returns the value of the manual payments of a receipt that no sale has used. */
export async function findManualCredit(
  ctx: Pick<TxContext, 'db'>,
  receipt: Receipt,
): Promise<Micros> {
  return receipt.isPaidManually ? manualCreditIn(await findCredit(ctx, receipt)) : micros(0n)
}

function manualCreditIn(credit: readonly Amount[]): Micros {
  const manual = credit.find(({ asset, units }) => asset === manualUsd && units > 0n)
  return manual?.usdMicros ?? micros(0n)
}

async function postSale(
  ctx: PostContext,
  { receipt, portions, count }: { receipt: Receipt; portions: readonly Amount[]; count: number },
): Promise<void> {
  const { merchant, id: receiptId, payoutAddress } = receipt
  const split = await findSplitAt(ctx, { merchant, address: payoutAddress })
  await post(ctx, {
    merchant,
    receiptId,
    at: ctx.now(),
    transactionHash: null,
    key: `sale-mark:${receiptId}:${count + 1}`,
    kind: 'sale',
    sale: {
      portions,
      bill: billParts(receipt, feeBpsOf(split, ctx.config)),
      platformBps: split ? feeBpsOf(split, ctx.config) : 0,
    },
  })
}

function beingConfirmed(amount: Micros): AppError {
  const usd = microsToDecimal(amount).toFixed(2)
  return new AppError(
    'conflict',
    `A payment of ${usd} USD is being confirmed. Try again in a moment.`,
  )
}

/** Returns the buyer's money in the ledger that no sale has used, by asset. */
export async function findCredit(
  ctx: Pick<TxContext, 'db'>,
  { merchant, id: receiptId }: Receipt,
): Promise<Amount[]> {
  return getCredit(ctx, { merchant, receiptId })
}

/** The portions of a manual sale, and the part that is paid manually. */
type ManualSale = { manualCents: Cents; portions: Amount[] }

/**
 * Plans the sale of a receipt that is paid manually. The buyer's credit covers what it can: manual
 * payments first, then the other assets in the given order. The rest is paid manually, rounded up
 * to whole cents.
 */
function planManualSale(total: Cents, credit: readonly Amount[]): ManualSale {
  const usable = credit
    .filter(({ units, usdMicros }) => units > 0n && usdMicros > 0n)
    .toSorted((a, b) => Number(b.asset === manualUsd) - Number(a.asset === manualUsd))
  const worth = usable.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  const due = microsFromCents(total)
  const shortfall = worth < due ? due - worth : 0n
  const cent = microsFromCents(cents(1n))
  const manualCents = cents((shortfall + cent - 1n) / cent)

  const portions: Amount[] = []
  let remaining = due - microsFromCents(manualCents)
  for (const { asset, units, usdMicros } of usable) {
    if (remaining === 0n) break
    const portionMicros = usdMicros < remaining ? usdMicros : micros(remaining)
    portions.push({
      asset,
      units: unitsOf({ units, usdMicros, portionMicros }),
      usdMicros: portionMicros,
    })
    remaining -= portionMicros
  }
  if (manualCents === 0n) return { manualCents, portions }
  const manual = { units: baseUnits(manualCents), usdMicros: microsFromCents(manualCents) }
  return { manualCents, portions: [...portions, { asset: manualUsd, ...manual }] }
}

function unitsOf(input: { units: BaseUnits; usdMicros: bigint; portionMicros: bigint }): BaseUnits {
  const { units, usdMicros, portionMicros } = input
  return baseUnits((units * portionMicros + usdMicros - 1n) / usdMicros)
}
