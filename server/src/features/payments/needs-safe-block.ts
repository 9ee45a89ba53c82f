import type { Config } from '../../platform/config/config.js'
import type { Receipt } from '../receipts/receipt.js'

/** Returns whether a receipt is so large that only payments in safe blocks make it paid. */
export function needsSafeBlock(
  { safeAboveUsd }: Pick<Config, 'safeAboveUsd'>,
  { totalUsdCents }: Pick<Receipt, 'totalUsdCents'>,
): boolean {
  return totalUsdCents > BigInt(safeAboveUsd) * 100n
}
