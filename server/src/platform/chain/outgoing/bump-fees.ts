import type { Fees } from '../chain.js'

/**
 * Returns fees with which nodes accept a replacement transaction: an eighth higher each, above the usual minimum of a
 * tenth, and at least the suggested fees.
 */
export function bumpFees(offered: Fees, suggested: Fees): Fees {
  return {
    maxFeePerGas: higher(raise(offered.maxFeePerGas), suggested.maxFeePerGas),
    maxPriorityFeePerGas: higher(
      raise(offered.maxPriorityFeePerGas),
      suggested.maxPriorityFeePerGas,
    ),
  }
}

/** Rounds up and raises even zero, because the same fees would give the same transaction. */
function raise(fee: bigint): bigint {
  return fee === 0n ? 1n : (fee * 9n + 7n) / 8n
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
