import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Fees, Hex } from '../chain.js'

/**
 * How far an outgoing transaction is. `mined` and `reverted` are in a block; with enough blocks on top a mined one
 * is `final`, a reverted one stays what it is. `failed` had no effect and will have none.
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

/** What is to happen on a chain, once. */
export type Intent = {
  chainId: number
  /** The caller's own name for it, unique on its chain. */
  key: string
  /** A short word for people, such as `split.create`. */
  purpose: string
  /** For whom it is done; '' is the platform itself. */
  merchant: Address | ''
  to: Address
  data: Hex
  /** In wei. */
  value: bigint
  /** What takes more than that is given up instead of signed; without it, anything will do. */
  mostGas?: bigint | null
}

export type Outgoing = Intent & {
  id: string
  createdAt: UnixMs
  state: OutgoingState
  /** By the database's clock, like every time here but `createdAt`. */
  stateSince: UnixMs
  /** Since 1970 in microseconds: what was planned first comes first. */
  plannedUs: bigint
  /** What keeps it from going on, or why it failed. */
  error: string | null
  errorSince: UnixMs | null
  signer: Address | null
  nonce: number | null
  /** Of the attempt in a block, or else of the one signed last. */
  hash: Hash | null
  /** How often it was signed. */
  generation: number
  /** How often its fees were raised since it was last sent anew. */
  bumps: number
  takenSince: UnixMs | null
  takenAtBlock: bigint | null
  stuckSince: UnixMs | null
  blockNumber: bigint | null
  blockHash: Hash | null
  gasUsed: bigint | null
}

/** As much of it as it takes to sign and send it. */
export type Sendable = Intent &
  Pick<Outgoing, 'id' | 'createdAt' | 'state' | 'error' | 'generation' | 'bumps'>

/** One signed form of a transaction. */
export type Attempt = Fees & {
  transactionId: string
  generation: number
  chainId: number
  signer: Address
  nonce: number
  raw: Hex
  hash: Hash
  gas: bigint
  /** It only uses up the nonce. */
  isEmpty: boolean
  /** When a node first had its say about it. */
  broadcastAt: UnixMs | null
  /** What the node said last: the kind of a `BroadcastOutcome`. */
  outcome: string | null
}

/** Whose nonces are meant. */
export type SignerRef = { chainId: number; signer: Address }

/** Marks transactions of our own making that only use up a nonce nobody holds. */
export const fillPurpose = 'nonce.fill'
