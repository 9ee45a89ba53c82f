import type { Address } from '../../../lib/hex.js'
import { dustMicros, microsFromCents } from '../../../lib/money.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import type { TxContext } from '../../../platform/context.js'
import { listReceiptPayments } from '../../payments/receipts-to-settle.js'
import type { Receipt } from '../../receipts/receipt.js'

/**
 * Lists the wallets that paid at least a cent of the sale, as far as the chain shows them. Payments
 * after the sale was complete are not part of it. A manual sale has no payers on chain.
 */
export async function listPayers(
  ctx: Pick<TxContext, 'db'>,
  receipt: Pick<Receipt, 'merchant' | 'id' | 'isPaidManually' | 'totalUsdCents'>,
): Promise<Address[]> {
  const { merchant, id: receiptId, isPaidManually } = receipt
  if (isPaidManually) return []
  const shares = new Map<Address, bigint>()
  let remaining: bigint = microsFromCents(receipt.totalUsdCents)
  for (const payment of await listReceiptPayments(ctx, { merchant, receiptId })) {
    if (!isCounted(payment) || payment.state !== 'confirmed') continue
    const worth = payment.usdMicros ?? 0n
    const share = worth < remaining ? worth : remaining
    remaining -= share
    const { payer } = payment
    if (payer) shares.set(payer, (shares.get(payer) ?? 0n) + share)
  }
  return [...shares].filter(([, share]) => share >= dustMicros).map(([payer]) => payer)
}
