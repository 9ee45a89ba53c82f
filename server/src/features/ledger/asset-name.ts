import { type Address, parseAddress } from '../../lib/hex.js'
import { listTokens, nativeToken } from '../../platform/chain/tokens.js'

/** What the ledger calls an asset: a token by its chain and address, or dollars that no chain knows of. */
export type AssetName = `eip155:${number}/${Address}` | typeof manualUsd

/** Dollars that were marked by hand, in cents. */
export const manualUsd = 'USD'

const namePattern = /^eip155:([1-9]\d{0,14})\/(0x[0-9a-f]{40})$/

/** The name of a token, whatever it calls itself. */
export function assetName({ chainId, token }: { chainId: number; token: Address }): AssetName {
  return `eip155:${chainId}/${token}`
}

/** Which token a name means; `null` for dollars and for what is no name of ours. */
export function parseAssetName(name: string): { chainId: number; token: Address } | null {
  const [, chainId = '', text = ''] = namePattern.exec(name) ?? []
  const token = parseAddress(text)
  return token && { chainId: Number(chainId), token }
}

/** How an asset is shown. One that we do not know is shown in its smallest unit. */
export function describeAsset(name: string): { symbol: string | null; decimals: number } {
  if (name === manualUsd) return { symbol: 'USD', decimals: 2 }
  const parsed = parseAssetName(name)
  if (!parsed) return { symbol: null, decimals: 0 }
  if (parsed.token === nativeToken) return { symbol: 'ETH', decimals: 18 }
  const known = listTokens(parsed.chainId).find(({ address }) => address === parsed.token)
  return { symbol: known?.symbol ?? null, decimals: known?.decimals ?? 0 }
}
