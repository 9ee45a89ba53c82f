import { baseUnits, isPosted } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import type { TxContext } from '../../../platform/context.js'
import { listReceiptPayments, listReturned } from '../../payments/receipts-to-settle.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { WalletSum } from '../read-model/payer-store.js'
import { listCredit } from './list-credit.js'

/** Sums what each payer contributed to the sale of a receipt, by asset, without credit. */
export async function sumSold(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: Receipt,
): Promise<WalletSum[]> {
  const { merchant, id: receiptId } = receipt
  const payments = await listReceiptPayments(ctx, { merchant, receiptId })
  // The sale and the credit are made of posted payments. Anyone can add one that is not posted yet.
  const remaining = heldPayments(payments, await listReturned(ctx, receipt))
    .filter(isCounted)
    .filter(isPosted)
  const credit = (await listCredit(ctx, receipt)).filter(({ isCounted }) => isCounted)
  return sumByWallet([
    ...remaining.map((payment) => ({
      wallet: payment.payer,
      asset: assetName(payment),
      units: payment.units,
    })),
    ...credit.map(({ payer, asset, units }) => ({
      wallet: payer,
      asset,
      units: baseUnits(-units),
    })),
  ])
}

/** Adds amounts by wallet and asset, in order of first appearance. */
export function sumByWallet(amounts: readonly WalletSum[]): WalletSum[] {
  const sums = new Map<string, WalletSum>()
  for (const { wallet, asset, units } of amounts) {
    const key = `${wallet} ${asset}`
    sums.set(key, { wallet, asset, units: baseUnits((sums.get(key)?.units ?? 0n) + units) })
  }
  return [...sums.values()].filter(({ units }) => units > 0n)
}
