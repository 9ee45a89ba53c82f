import type { Ppm } from '../../../lib/money.js'
import { dustMicros } from '../../../lib/money.js'
import { HOUR_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { findPrice } from '../books/value-at-market.js'

/**
 * When money is worth the gas of moving it: from `minMicros`, or when it has waited since
 * `waitedSince`. Dust never is, because anyone could scatter it at the relayer's expense.
 */
export type Threshold = {
  minMicros: bigint
  waitedSince: UnixMs
  dustMicros: bigint
  /** Native token moves from this part of the quoted amount, as a divisor; 0 is any amount. */
  nativeShare: number
  /** Native token of a shop that does not accept it, and never quoted it, moves from this value. */
  unacceptedMicros: bigint
}

export type NativeThreshold = Threshold & {
  /** The price of the native token now, or null. Then native token that was never quoted waits. */
  usdPerNative: Ppm | null
}

/** Returns the threshold. In a sandbox money moves at once. */
export function thresholdOf({ config, now }: Pick<Context, 'now'> & { config: Config }): Threshold {
  const isSandbox = config.mode === 'sandbox'
  return {
    minMicros: isSandbox ? 0n : BigInt(config.settleMinUsd) * 1_000_000n,
    waitedSince: unixMs(now() - config.settleWithinHours * HOUR_MS),
    dustMicros: isSandbox ? 0n : dustMicros,
    nativeShare: isSandbox ? 0 : 20,
    unacceptedMicros: isSandbox ? 0n : 1_000_000n,
  }
}

/** Returns the threshold with the current price of the native token. */
export async function nativeThresholdOf(ctx: Context): Promise<NativeThreshold> {
  return { ...thresholdOf(ctx), usdPerNative: await findPrice(ctx, 'ETH') }
}
