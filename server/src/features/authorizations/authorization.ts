import type { Address, Hash } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'

/** Tokens that support EIP-3009. */
export const signedSymbols = ['USDC', 'EURC'] as const
export type SignedSymbol = (typeof signedSymbols)[number]

/** An EIP-3009 authorization: the payer lets the gateway collect `units` for one receipt. */
export type Authorization = {
  symbol: SignedSymbol
  payer: Address
  units: BaseUnits
  /** Both bounds are exclusive. */
  validAfterSeconds: number
  validBeforeSeconds: number
  /** Chosen by the payer, new for every payment. */
  salt: Hash
  /** An ECDSA signature, or any bytes that a contract wallet accepts (EIP-1271). */
  signature: Hex
}

/** Runs under the lock of the receipt, when an authorization is accepted or has failed. */
export type AuthorizationHook = (ctx: TxContext, receipt: Receipt) => Promise<void>

export function hasFailed({ state }: { state: OutgoingState }): boolean {
  return state === 'failed' || state === 'reverted'
}

/** Tells a buyer how to pay without a signed payment. */
export const transferInstead = 'Send a transfer from your wallet instead.'
