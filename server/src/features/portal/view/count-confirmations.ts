import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import { counts } from '../../payments/value/value-payments.js'

type Seen = Pick<SeenPayment, 'chainId' | 'state' | 'mismatch' | 'blockNumber'>

/**
 * Counts the confirmations of the newest payment that counts: 1 in the last indexed block, `need` at most, 0 without a
 * payment.
 */
export function countConfirmations(
  payments: readonly Seen[],
  { head, chainId, need }: { head: bigint | null; chainId: number; need: number },
): number {
  const newest = findNewestBlock(payments, chainId)
  if (head === null || newest === null) return 0
  const depth = head - newest + 1n
  if (depth <= 0n) return 0
  return depth >= BigInt(need) ? need : Number(depth)
}

/** Returns whether the newest payment that counts is in a block that is not safe yet. */
export function isWaitingForSafe(
  payments: readonly Seen[],
  { safe, chainId }: { safe: bigint | null; chainId: number },
): boolean {
  const newest = findNewestBlock(payments, chainId)
  return newest !== null && newest > (safe ?? 0n)
}

function findNewestBlock(payments: readonly Seen[], chainId: number): bigint | null {
  const blocks = payments
    .filter((payment) => payment.chainId === chainId && counts(payment))
    .map(({ blockNumber }) => blockNumber)
  return blocks.length === 0 ? null : blocks.reduce((a, b) => (a > b ? a : b))
}
