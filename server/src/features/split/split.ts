import { isDeepStrictEqual } from 'node:util'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Config } from '../../platform/config/config.js'
import { platformFeeBps } from '../../platform/limits/platform-fee.js'

/** Shares are in basis points: 50 is 0.5 %. */
export const totalBps = 10_000

/** Includes the platform. */
export const maxRecipients = 16

/** `planned` until its first distribution deploys it. */
export const splitStatuses = ['planned', 'pending', 'deployed', 'failed'] as const
export type SplitStatus = (typeof splitStatuses)[number]

export const recipientRoles = ['merchant', 'platform', 'partner'] as const

/** A recipient as given by the caller. */
export type GivenRecipient = { address: Address; sharesBps: number; label?: string }

/**
 * A recipient and its role when the split was created. The platform wallet may have changed since.
 */
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

/** Returns the share of the platform in a split, or its fee for a merchant without a split. */
export function feeBpsOf(
  split: Pick<SplitTerms, 'recipients'> | null,
  config: Pick<Config, 'limits'>,
): number {
  if (!split) return platformFeeBps(config)
  return split.recipients.find(({ role }) => role === 'platform')?.sharesBps ?? 0
}

/** Returns whether two splits are the same contract with the same recipients, in any order. */
export function isSameTerms(a: SplitTerms, b: SplitTerms): boolean {
  return isDeepStrictEqual(ordered(a), ordered(b))
}

function ordered({ address, chainId, recipients }: SplitTerms): SplitTerms {
  const byAddress = recipients.toSorted((one, other) => (one.address < other.address ? -1 : 1))
  return { address, chainId, recipients: byAddress }
}
