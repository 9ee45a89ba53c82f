import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'

const etherChains = [1, 10, 8_453, 84_532, 11_155_111]

/** Formats an amount of the chain's native token exactly. */
export function formatCoin(wei: bigint, chainId: number): string {
  const unit = etherChains.includes(chainId) ? 'ETH' : 'coins'
  return `${baseUnitsToDecimal(baseUnits(wei), 18)} ${unit}`
}
