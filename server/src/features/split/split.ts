import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'

/** A share is in basis points of what comes in: 50 is 0.5 %. */
export const totalBps = 10_000

/** How many a split contract pays at most, the platform among them. */
export const maxRecipients = 16

/** How far a split is on its way to the chain. */
export const splitStatuses = ['pending', 'deployed', 'failed'] as const

export const recipientRoles = ['merchant', 'platform', 'partner'] as const

/** Somebody who gets a share, as a caller names them. */
export type GivenRecipient = { address: Address; sharesBps: number; label?: string }

/**
 * Somebody who gets a share. The role is what they were when the split was made: the platform's wallet may be
 * another one by now.
 */
export type Recipient = GivenRecipient & { role: (typeof recipientRoles)[number] }

/** What a split is, apart from when it became the merchant's. */
export type SplitTerms = { address: Address; chainId: number; recipients: Recipient[] }

/** A merchant's split as it is kept. */
export type Split = SplitTerms & {
  merchant: Address
  /** Counts the merchant's splits, from 1. */
  version: number
  createdAt: UnixMs
  /** `null` when nobody did it. */
  createdBy: Address | null
}
