import { counts } from '../settlement/value-payments.js'
import type { SeenPayment } from './store.js'

/**
 * How deep the youngest of the payments that count lies, from 1 in the last block that was read up to what is needed;
 * 0 while there is none.
 */
export function countConfirmations(
  payments: readonly Pick<SeenPayment, 'chainId' | 'state' | 'mismatch' | 'blockNumber'>[],
  { head, chainId, need }: { head: bigint | null; chainId: number; need: number },
): number {
  const blocks = payments
    .filter((payment) => payment.chainId === chainId && counts(payment))
    .map(({ blockNumber }) => blockNumber)
  if (head === null || blocks.length === 0) return 0

  const youngest = blocks.reduce((a, b) => (a > b ? a : b))
  const depth = head - youngest + 1n
  if (depth <= 0n) return 0
  return depth >= BigInt(need) ? need : Number(depth)
}
