import type { Address } from '../../lib/hex.js'
import { listTokens, nativeToken, type TokenSymbol } from '../../platform/chain/tokens.js'

/** Something a receipt may be paid in. */
export type Asset = {
  symbol: TokenSymbol | 'ETH'
  /** `nativeToken` for the chain's own coin. */
  token: Address
  decimals: number
}

const ether: Asset = { symbol: 'ETH', token: nativeToken, decimals: 18 }

/** Everything receipts may be paid in on a chain. */
export function listAssets(chainId: number): Asset[] {
  return [...listTokens(chainId), ether].map(({ symbol, ...rest }) => ({
    symbol,
    token: 'token' in rest ? rest.token : rest.address,
    decimals: rest.decimals,
  }))
}

/** Which of them a token is; `null` for everything else, whatever it calls itself. */
export function findAsset(chainId: number, token: Address): Asset | null {
  return listAssets(chainId).find((asset) => asset.token === token) ?? null
}

/** Whether a receipt takes it: what its shop accepts, and euros only where the bill is in euros. */
export function isAccepted(
  { symbol }: Pick<Asset, 'symbol'>,
  receipt: { currency: string; totalCents: bigint | null },
  acceptedTokens: readonly string[],
): boolean {
  if (!acceptedTokens.includes(symbol)) return false
  return symbol !== 'EURC' || (receipt.currency === 'EUR' && receipt.totalCents !== null)
}
