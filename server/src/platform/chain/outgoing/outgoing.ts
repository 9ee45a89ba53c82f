import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Fees, Hex } from '../chain.js'
import type { Purpose } from './signer-roles.js'

/**
 * The states of an outgoing transaction. `mined` and `reverted` are in a block. With enough
 * confirmations `mined` becomes `final`; `reverted` stays. `failed` had no effect and will have
 * none.
 */
export const outgoingStates = [
  'planned',
  'signed',
  'sent',
  'mined',
  'reverted',
  'final',
  'failed',
] as const
export type OutgoingState = (typeof outgoingStates)[number]

/**
 * The steps that an operator can request for a transaction that waits for a block: its work again
 * with a higher fee, an empty transaction in its place, or the same bytes once more. All of them
 * keep its nonce, so at most one of its attempts can be mined.
 */
export const requestableSteps = ['replace', 'cancel', 'resend'] as const
export type RequestableStep = (typeof requestableSteps)[number]

/** The error of a planned transaction that a person has canceled. */
export const canceledByPerson = 'A person has canceled it before it was signed.'

/** A call to execute once on a chain. */
export type Intent = {
  chainId: number
  /** The caller's own id, unique per chain. */
  key: string
  purpose: Purpose
  /** The merchant it is for; '' is the platform. */
  merchant: Address | ''
  /** The wallet that signed the payment it submits. */
  payer?: Address | null
  to: Address
  data: Hex
  /** In wei. */
  value: bigint
  /** The gas limit it is signed with. It must suffice whatever the called contracts do. */
  gas: bigint
}

export type Outgoing = Intent & {
  id: string
  createdAt: UnixMs
  state: OutgoingState
  /** By the database's clock, like every time here except `createdAt`. */
  stateSince: UnixMs
  /** Unix time in microseconds, which orders planned transactions. */
  plannedUs: bigint
  /** The current obstacle, or the reason of the failure. */
  error: string | null
  errorSince: UnixMs | null
  signer: Address | null
  nonce: number | null
  /** Hash of the attempt in a block, or else of the latest one. */
  hash: Hash | null
  /** Number of attempts. */
  generation: number
  /** Fee bumps since it was last sent afresh. */
  bumps: number
  takenSince: UnixMs | null
  takenAtBlock: bigint | null
  stuckSince: UnixMs | null
  blockNumber: bigint | null
  blockHash: Hash | null
  gasUsed: bigint | null
  /** The step that an operator requested last. The sender's rounds take it. */
  requestedStep: RequestableStep | null
  requestedAt: UnixMs | null
  /** Null while the request waits for a round. */
  requestResult: string | null
}

/** The fields needed to sign and send it. */
export type Sendable = Intent &
  Pick<Outgoing, 'id' | 'createdAt' | 'state' | 'error' | 'generation' | 'bumps'>

/** One signed version of a transaction. */
export type Attempt = Fees & {
  transactionId: string
  generation: number
  chainId: number
  signer: Address
  nonce: number
  raw: Hex
  hash: Hash
  gas: bigint
  /** An empty transfer that only uses up the nonce. */
  isEmpty: boolean
  /** When a node first responded to it. */
  broadcastAt: UnixMs | null
  /** The latest response of a node: the kind of a `BroadcastOutcome`. */
  outcome: string | null
}

/** A signer on a chain. */
export type SignerRef = { chainId: number; signer: Address }
