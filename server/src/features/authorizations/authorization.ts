import type { Address, Hash } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'

/** Tokens that move by their owner's signature. */
export const signedSymbols = ['USDC', 'EURC'] as const
export type SignedSymbol = (typeof signedSymbols)[number]

/** What a buyer has signed: that the gateway may collect this much for one receipt (EIP-3009). */
export type Authorization = {
  symbol: SignedSymbol
  payer: Address
  units: BaseUnits
  /** Both exclusive. */
  validAfterSeconds: number
  validBeforeSeconds: number
  /** Chosen by the payer: a new one for every payment. */
  salt: Hash
  /** Of a key, or whatever a contract wallet takes for one. */
  signature: Hex
}

/** Runs in the transaction that locks the receipt, when one of its authorizations is accepted or has failed. */
export type AuthorizationHook = (ctx: TxContext, receipt: Receipt) => Promise<void>

/** Whether the transaction of one has come to nothing. */
export function hasFailed({ state }: { state: OutgoingState }): boolean {
  return state === 'failed' || state === 'reverted'
}
