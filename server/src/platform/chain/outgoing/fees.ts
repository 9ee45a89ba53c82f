import type { Fees, SuggestedFees } from '../chain.js'

/** Limits suggested fees. Returns null when the base fee alone exceeds the limit. */
export function limitFees(suggested: SuggestedFees, limit: bigint): Fees | null {
  const { baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas } = suggested
  if (baseFeePerGas > limit) return null
  const limited = lower(maxFeePerGas, limit)
  return { maxFeePerGas: limited, maxPriorityFeePerGas: lower(maxPriorityFeePerGas, limited) }
}

/**
 * Returns fees with which nodes accept a replacement transaction: an eighth higher each, and at
 * least the suggested fees. At the limit a tenth more suffices, the usual minimum. Returns null
 * when the limit does not allow that.
 */
export function bumpFees(offered: Fees, suggested: Fees, limit: bigint): Fees | null {
  const target = higher(raise(offered.maxFeePerGas), suggested.maxFeePerGas)
  const maxFeePerGas = lower(target, limit)
  if (maxFeePerGas * 10n < offered.maxFeePerGas * 11n) return null
  const tip = higher(raise(offered.maxPriorityFeePerGas), suggested.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: lower(tip, maxFeePerGas) }
}

/** Rounds up and raises even zero, because the same fees would give the same transaction. */
function raise(fee: bigint): bigint {
  return fee === 0n ? 1n : (fee * 9n + 7n) / 8n
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
