import { dustMicros, type Micros, micros } from '../../lib/money.js'
import type { Config } from '../../platform/config/config.js'

/** Returns the smallest amount that the relayer submits a signed payment for. In a sandbox gas costs nothing. */
export function gaslessMinimum({
  mode,
  settleMinUsd,
}: Pick<Config, 'mode' | 'settleMinUsd'>): Micros {
  const minimum = micros(BigInt(settleMinUsd) * 1_000_000n)
  return mode === 'live' && minimum > dustMicros ? minimum : dustMicros
}
