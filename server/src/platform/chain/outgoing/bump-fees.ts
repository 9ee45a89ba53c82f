import type { Fees } from '../chain.js'

/**
 * What to offer so that nodes take a transaction in place of another with its nonce: an eighth more of each fee,
 * which is above the tenth that most ask for, and no less than what is usual now.
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

/** Rounds up, and is more even for nothing: the same fees again would be the same transaction. */
function raise(fee: bigint): bigint {
  return fee === 0n ? 1n : (fee * 9n + 7n) / 8n
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
