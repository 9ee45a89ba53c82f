/** What the buyer waits for. */
export type PayStep = 'connecting' | 'switching' | 'checking' | 'confirming'

/** What became of an attempt to pay. */
export type PayOutcome =
  | { kind: 'sent'; txHash: string }
  | { kind: 'rejected' }
  /**
   * The wallet holds too little, in decimals of the token, or of the chain's coin for gas. What gas needs is the least
   * it can be, and 0 when the wallet does not know its price.
   */
  | { kind: 'short'; of: 'token' | 'gas'; needs: string; has: string }
  | { kind: 'wrong_network' }
  | { kind: 'no_account' }
  | { kind: 'failed'; message: string }
  /** The wallet was asked to send it, and did not say whether it did; but perhaps something else. */
  | { kind: 'unknown'; message: string | null }
  /** It still waits for an answer to something that it was asked before. */
  | { kind: 'still_asking' }
  /** Nobody wants it any more: cancelled, or what is due has changed. The wallet was asked for nothing. */
  | { kind: 'called_off' }
