import { dustMicros, microsFromCents } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { valuePayments } from '../../../platform/chain/assets/value-payments.js'
import { type Bill, needsRate, valueUnits } from '../../../platform/chain/assets/value-units.js'
import type { TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import { findReceipt } from '../../receipts/read/get-receipt.js'
import type { ReceiptRef } from '../payment.js'
import { sumPayments } from '../payment-store.js'
import type { FoundPayment } from './found-payment-store.js'
import { listRecorded } from './found-payment-store.js'

/** How many payments of any value a receipt records. */
export const maxSmall = 200

/** The cents that a whole unit costs at most. Dust is worth less than a cent. */
const maxCents = { USDC: 100n, USDT: 100n, EURC: 200n, ETH: 1_000_000n } as const

type DropContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Drops dust of receipts that have very many payments. Third parties can send it for almost
 * nothing, and each settlement reads all payments of its receipt. From 200 payments on, a receipt
 * records only those of a cent or more, and one that completes the bill. Unknown tokens and money
 * that went elsewhere are dropped.
 *
 * No money is lost. Dust leaves the deposit address with the next flush, and the units that the
 * known deposits do not explain are one payment. A split's books learn of the rest when the split
 * pays it out.
 */
export async function dropDust(
  ctx: DropContext,
  payments: readonly FoundPayment[],
): Promise<FoundPayment[]> {
  const { chainId } = ctx.config
  const dust = payments.filter((payment) => isDust(chainId, payment))
  if (dust.length === 0) return [...payments]
  const recorded = await listRecorded(ctx.db, { refs: dust, max: maxSmall })
  const counts = new Map(recorded.map((receipt) => [nameOf(receipt), receipt.count]))
  const keptPayments: FoundPayment[] = []
  const openReceipts = new Map<string, Promise<OpenBill | null>>()
  for (const payment of payments) {
    const name = nameOf(payment)
    const count = counts.get(name) ?? 0
    if (count >= maxSmall && isDust(chainId, payment)) {
      const receipt = openReceipts.get(name) ?? findOpen(ctx, payment)
      openReceipts.set(name, receipt)
      const openReceipt = await receipt
      if (!openReceipt || !(await completes(ctx, payment, openReceipt))) continue
    }
    counts.set(name, count + 1)
    keptPayments.push(payment)
  }
  return keptPayments
}

const nameOf = ({ merchant, receiptId }: ReceiptRef): string => `${merchant} ${receiptId}`

/** Native token is a payment only after a flush, which costs gas, so it is never dust. */
function isDust(chainId: number, { kind, token, units, mismatch }: FoundPayment): boolean {
  if (kind !== 'deposit' && kind !== 'gateway') return false
  const asset = findAsset(chainId, token)
  // Money of no known value, or that the payer keeps, costs nothing to send.
  if (!asset || mismatch !== null) return true
  return units * maxCents[asset.symbol] < 10n ** BigInt(asset.decimals)
}

/** A bill, and the amount that its recorded payments leave to pay. */
type OpenBill = { bill: Bill; due: bigint }

async function findOpen(ctx: DropContext, ref: ReceiptRef): Promise<OpenBill | null> {
  const { merchant, receiptId: id } = ref
  const bill = await findReceipt(ctx, { merchant, id })
  if (!bill) return null
  const paid = valuePayments(await sumPayments(ctx.db, ref), bill)
  return { bill, due: microsFromCents(bill.totalUsdCents) - paid }
}

/** Returns whether a payment covers the amount due, which is then less than a cent. */
async function completes(
  ctx: DropContext,
  { token, units, mismatch }: FoundPayment,
  { bill, due }: OpenBill,
): Promise<boolean> {
  const asset = findAsset(ctx.config.chainId, token)
  if (due <= 0n || due >= dustMicros || !asset || mismatch !== null) return false
  const rate = needsRate(asset, bill) ? await findRate(ctx, asset.symbol) : null
  if (rate?.kind === 'unavailable') return false
  return valueUnits(units, { asset, bill, usdPerUnit: rate?.usdPerUnit ?? null }) >= due
}
