import { type Address, parseAddress } from '../../../lib/hex.js'
import { listTokens, nativeToken } from '../tokens.js'

/** An asset in the ledger: a token by its chain and address, or dollars paid outside the chain. */
export type AssetName = `eip155:${number}/${Address}` | typeof manualUsd

/** Dollars of manual payments, in cents. */
export const manualUsd = 'USD'

const namePattern = /^eip155:([1-9]\d{0,14})\/(0x[0-9a-f]{40})$/

/** Returns the asset name of a token. */
export function assetName({ chainId, token }: { chainId: number; token: Address }): AssetName {
  return `eip155:${chainId}/${token}`
}

/** Returns the token of an asset name. Null for dollars and unknown names. */
export function parseAssetName(name: string): { chainId: number; token: Address } | null {
  const [, chainId = '', text = ''] = namePattern.exec(name) ?? []
  const token = parseAddress(text)
  return token && { chainId: Number(chainId), token }
}

/** Returns the symbol and decimals of an asset. Unknown assets are shown in their smallest unit. */
export function describeAsset(name: string): { symbol: string | null; decimals: number } {
  if (name === manualUsd) return { symbol: 'USD', decimals: 2 }
  const parsed = parseAssetName(name)
  if (!parsed) return { symbol: null, decimals: 0 }
  if (parsed.token === nativeToken) return { symbol: 'ETH', decimals: 18 }
  const token = listTokens(parsed.chainId).find(({ address }) => address === parsed.token)
  return { symbol: token?.symbol ?? null, decimals: token?.decimals ?? 0 }
}
