import type { Fees, SuggestedFees } from '../chain.js'

/** Limits suggested fees. Returns null when the base fee exceeds the limit, because no block would include it. */
export function limitFees(suggested: SuggestedFees, limit: bigint): Fees | null {
  const { baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas } = suggested
  if (baseFeePerGas > limit) return null
  const limited = lower(maxFeePerGas, limit)
  return { maxFeePerGas: limited, maxPriorityFeePerGas: lower(maxPriorityFeePerGas, limited) }
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
