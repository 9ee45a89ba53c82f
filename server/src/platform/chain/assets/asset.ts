import type { Address } from '../../../lib/hex.js'
import { listTokens, nativeToken, type TokenSymbol } from '../tokens.js'

/** A token that can pay a receipt. */
export type Asset = {
  symbol: TokenSymbol | 'ETH'
  /** `nativeToken` for the native token. */
  token: Address
  decimals: number
}

const ether: Asset = { symbol: 'ETH', token: nativeToken, decimals: 18 }

/** Lists the assets that can pay receipts on a chain. */
export function listAssets(chainId: number): Asset[] {
  return [...listTokens(chainId), ether].map(({ symbol, ...rest }) => ({
    symbol,
    token: 'token' in rest ? rest.token : rest.address,
    decimals: rest.decimals,
  }))
}

/** Finds an asset by its address, never by its name. */
export function findAsset(chainId: number, token: Address): Asset | null {
  return listAssets(chainId).find((asset) => asset.token === token) ?? null
}

/** Returns whether a receipt accepts an asset. EURC pays only receipts that are priced in euros. */
export function isAccepted(
  { symbol }: Pick<Asset, 'symbol'>,
  receipt: { currency: string; totalCents: bigint | null },
  acceptedTokens: readonly string[],
): boolean {
  if (!acceptedTokens.includes(symbol)) return false
  return symbol !== 'EURC' || (receipt.currency === 'EUR' && receipt.totalCents !== null)
}
