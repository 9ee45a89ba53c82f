/** The step that the buyer waits for. */
export type PayStep = 'connecting' | 'switching' | 'checking' | 'confirming'

/** The outcome of an attempt to pay. */
export type PayOutcome =
  | { kind: 'sent'; txHash: string }
  | { kind: 'rejected' }
  /**
   * The wallet holds too little, in decimals of the token, or of the native token for gas. `needs`
   * of gas is a minimum, and 0 when the gas price is unknown.
   */
  | { kind: 'insufficient_funds'; of: 'token' | 'gas'; needs: string; has: string }
  /** The wallet reported too little of either, without the amounts. */
  | { kind: 'insufficient_funds'; of: 'either' }
  | { kind: 'wrong_network' }
  /** The wallet is on another chain that has the same id. */
  | { kind: 'other_chain'; rpcUrl: string | null }
  | { kind: 'no_account' }
  /** The message is the wallet's own, or null when it gives none. */
  | { kind: 'failed'; message: string | null }
  /** The page has no valid payment data. The wallet was not asked to pay. */
  | { kind: 'invalid' }
  /** The wallet received the transaction but did not report whether it was sent. */
  | { kind: 'unknown'; message: string | null }
  /** The wallet has not responded to an earlier request yet. */
  | { kind: 'request_pending' }
  /** The buyer canceled, or the amount due changed. The wallet was not asked to pay. */
  | { kind: 'no_longer_due' }
