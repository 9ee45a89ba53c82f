import { checksumAddress } from '../../lib/hex.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { SettlementToken } from './schemas.js'

/** The token that payments on a chain settle in. */
export function settlementTokenOf(chainId: number): SettlementToken {
  const usdc = findToken(chainId, 'USDC')
  return { symbol: 'USDC', decimals: 6, address: usdc && checksumAddress(usdc.address), chainId }
}
