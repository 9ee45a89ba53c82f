import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import type { FailureCode } from '../receipts/status/failures.js'
import type { ProviderName } from './provider.js'

/** A failed attempt. `sessionId` is null when the provider created no session. */
type FailedCard = {
  receipt: Receipt
  code: FailureCode
  provider: ProviderName
  sessionId: string | null
}

/** The effects of card payments on a checkout. The receipt is locked. */
export type OnrampHooks = {
  /** The buyer starts an attempt. */
  onStarted(ctx: TxContext, input: { receipt: Receipt; isLimited: boolean }): Promise<void>
  /** The card was charged. */
  onCharged(ctx: TxContext, input: { receipt: Receipt; isLimited: boolean }): Promise<void>
  /** An attempt failed. Not called for a page whose link may have been guessed. */
  onFailed(ctx: TxContext, input: FailedCard): Promise<void>
}
