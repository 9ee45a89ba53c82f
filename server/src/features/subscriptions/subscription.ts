import type { Address, Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { SpendPermission } from '../../platform/chain/permission-hash.js'
import type { SubscriptionStatus } from './lifecycle/subscription-status.js'

export const chargeStatuses = ['pending', 'succeeded', 'failed'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

export const onChainStates = ['pending', 'confirmed'] as const
type OnChain = (typeof onChainStates)[number]

/** A customer's signed permission to charge a version of a plan. Its account is the customer. */
export type Subscription = {
  merchant: Address
  id: string
  planId: string
  /** The plan's version at the time of subscribing. Later versions do not apply to it. */
  version: number
  permission: SpendPermission
  permissionHash: Hash
  signature: Hex
  status: SubscriptionStatus
  /** When the next period to charge begins, or null when none will be charged. */
  nextChargeAt: UnixMs | null
  /**
   * When the charger handles the subscription next: to charge, to retry, or to end it with its
   * permission, even while it is paused. Null while a charge is under way, and when nothing
   * follows.
   */
  dueAt: UnixMs | null
  /** The number of the last charged period, counted from zero at the start of the permission. */
  chargedPeriod: number | null
  lastChargeAt: UnixMs | null
  lastChargeStatus: ChargeStatus | null
  /** Failed attempts since the last successful charge. */
  failedAttempts: number
  createdAt: UnixMs
  updatedAt: UnixMs
  /** When the merchant paused it. Null once it is resumed. */
  pausedAt: UnixMs | null
  /** The last pause that has ended. A charge of that time may be seen later. Null without one. */
  pausedFrom: UnixMs | null
  pausedUntil: UnixMs | null
  canceledAt: UnixMs | null
  /** Whether the cancellation is on chain, so that no party can charge. Null unless canceled. */
  onChain: OnChain | null
}

export type SubscriptionRef = { merchant: Address; id: string }
