import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'

const etherChains = [1, 10, 8_453, 84_532, 11_155_111]

/** An amount of a chain's own coin, in the unit people know, to the last wei. */
export function formatCoin(wei: bigint, chainId: number): string {
  const unit = etherChains.includes(chainId) ? 'ETH' : 'coins'
  return `${baseUnitsToDecimal(baseUnits(wei), 18)} ${unit}`
}
