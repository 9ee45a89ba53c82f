import { HOUR_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { dustMicros } from '../dust.js'

/**
 * When money is worth the gas of moving it: from `minMicros`, or when it has waited since `waitedSince`. Dust never is,
 * because anyone could scatter it at the relayer's expense.
 */
export type Threshold = {
  minMicros: bigint
  waitedSince: UnixMs
  dustMicros: bigint
  /** Native coin moves from this part of the quoted amount, as a divisor: 20 is a twentieth, and 0 is any amount. */
  coinShare: number
}

/** Returns the threshold. In a sandbox money moves at once. */
export function thresholdOf({ config, now }: Pick<Context, 'now'> & { config: Config }): Threshold {
  const isSandbox = config.mode === 'sandbox'
  return {
    minMicros: isSandbox ? 0n : BigInt(config.settleMinUsd) * 1_000_000n,
    waitedSince: unixMs(now() - config.settleWithinHours * HOUR_MS),
    dustMicros: isSandbox ? 0n : dustMicros,
    coinShare: isSandbox ? 0 : 20,
  }
}
