import { type Ppm, ppm } from '../../lib/money.js'
import type { LimitsInForce } from './limit-settings.js'

type Settings = { limits: Pick<LimitsInForce, 'settings'> }

/**
 * Returns the platform's fee in basis points: its share of new splits and plan versions, and the
 * base of the processing fee. Receipts follow the share of their split instead.
 */
export function platformFeeBps({ limits }: Settings): number {
  return limits.settings.feeBps
}

export function platformFeePct(config: Settings): number {
  return platformFeeBps(config) / 100
}

/** Returns basis points as a rate: 50 is 0.5 %. */
export function rateOfBps(bps: number): Ppm {
  return ppm(BigInt(bps) * 100n)
}

type Recipients = { recipients: readonly { role: string; sharesBps: number }[] }

/** Returns the share of the platform in a split, or its fee for a merchant without a split. */
export function feeBpsOf(split: Recipients | null, config: Settings): number {
  if (!split) return platformFeeBps(config)
  return split.recipients.find(({ role }) => role === 'platform')?.sharesBps ?? 0
}
