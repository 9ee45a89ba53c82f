import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { PaymentKind, ReceiptRef } from '../payment.js'
import { listPayments } from '../payment-store.js'
import { insertSigner, listSignersOf } from './signer-store.js'

/**
 * A payment through the gateway names the receipt: its payer sent or signed it. A charge needs the
 * permission of the subscriber. A transfer to a deposit address names no receipt, and an exchange
 * sends it for its customer.
 */
const signedKinds: readonly PaymentKind[] = ['gateway', 'charge']

/**
 * Lists the wallets that paid a receipt, and those that signed for it, with a key or as a contract
 * (EIP-1271). Only signers have proved that they can receive its refund.
 */
export async function listSigners(
  { db }: Pick<TxContext, 'db'>,
  { merchant, receiptId }: ReceiptRef,
): Promise<{ payers: Set<Address>; signers: Set<Address> }> {
  const payments = (await listPayments(db, { merchant, receiptId })).filter(
    ({ state }) => state !== 'orphaned',
  )
  const signed = payments.filter(({ kind }) => signedKinds.includes(kind))
  const recorded = await listSignersOf(db, { merchant, receiptId })
  return {
    payers: new Set(payments.flatMap(({ payer }) => payer ?? [])),
    signers: new Set([...signed.flatMap(({ payer }) => payer ?? []), ...recorded]),
  }
}

/**
 * Records that a wallet signed for a receipt outside of a payment through the gateway: it signed in
 * on the payment page, or signed a transfer to the deposit address.
 */
export async function recordSigner(
  ctx: Pick<TxContext, 'db' | 'now'>,
  signer: ReceiptRef & { wallet: Address },
): Promise<void> {
  await insertSigner(ctx.db, { ...signer, at: ctx.now() })
}
