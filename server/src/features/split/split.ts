import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'

/** Includes the platform. */
export const maxRecipients = 16

/** `planned` until its first distribution deploys it. */
export const splitStatuses = ['planned', 'pending', 'deployed', 'failed'] as const
export type SplitStatus = (typeof splitStatuses)[number]

export const recipientRoles = ['merchant', 'platform', 'partner'] as const

/** A recipient as given by the caller. */
export type GivenRecipient = { address: Address; sharesBps: number; label?: string }

/** A recipient and its role at creation. The platform wallet may have changed since. */
export type Recipient = GivenRecipient & { role: (typeof recipientRoles)[number] }

/** The contract and its recipients. */
export type SplitTerms = { address: Address; chainId: number; recipients: Recipient[] }

export type Split = SplitTerms & {
  merchant: Address
  /** The installation that created it. Null for splits from before installations had ids. */
  installationId: string | null
  /** Numbers the merchant's splits, starting at 1. */
  version: number
  /** The contract was on chain already, and was registered by its address. */
  isRegistered: boolean
  /** Of a registered contract, if the service did not choose it. */
  salt?: Hex | null
  createdAt: UnixMs
  /** Null when the system created it. */
  createdBy: Address | null
}

/** Returns whether two splits are the same contract with the same recipients, in any order. */
export function isSameTerms(a: SplitTerms, b: SplitTerms): boolean {
  return isDeepStrictEqual(ordered(a), ordered(b))
}

function ordered({ address, chainId, recipients }: SplitTerms): SplitTerms {
  const byAddress = recipients.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  return { address, chainId, recipients: byAddress }
}

/**
 * Returns the split that receives a merchant's payments.
 *
 * @throws {AppError} `split_required`.
 */
export function requireSplit(split: Split | null): Split {
  if (split) return split
  throw new AppError(
    'split_required',
    'Payout recipients are missing. Sign in as the owner and send them to POST /api/split/deploy, for example {"recipients":[{"address":"0x…","sharesBps":10000}]}.',
  )
}
