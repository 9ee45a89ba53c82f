import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Subject } from '../terms.js'

/** `claimed` before it is verified, `settling` once money may move. */
export type ClaimState = 'claimed' | 'settling' | 'settled' | 'failed'

/** Identifies an authorization on chain. */
export type ClaimKey = { chainId: number; asset: Address; payer: Address; nonce: Hash }

/** A signed payment that one request has claimed, so that no other request settles it. */
export type Claim = ClaimKey & {
  holder: string
  state: ClaimState
  route: string
  fingerprint: Buffer
  /** Null when the request had no secret by which it can be repeated. */
  idempotencyHash: Buffer | null
  payTo: Address
  units: BaseUnits
  validBeforeSeconds: bigint
  subject: Subject
  /** The newest block when it was claimed. */
  claimedAtBlock: bigint
  /** The outgoing transaction, or null when a remote facilitator settles. */
  transactionId: string | null
  transactionHash: Hash | null
  error: string | null
  subscriptionId: string | null
  /** The block of a plan's payment, until it is final. */
  unconfirmedBlock: bigint | null
  createdAt: UnixMs
  /** When its state changed, or a repeated request looked for its payment. */
  updatedAt: UnixMs
}
