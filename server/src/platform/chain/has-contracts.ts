import type { Chain } from './chain.js'
import { contracts } from './contracts.js'

/**
 * Whether all our contracts are on the chain. Calling one that is missing would succeed and do nothing, and a
 * sandbox chain that has lost its past is without them for a moment.
 */
export async function hasContracts(chain: Pick<Chain, 'findCode'> | null): Promise<boolean> {
  if (!chain) return false
  const codes = await Promise.all(contracts.map(({ address }) => chain.findCode(address)))
  return codes.every((code) => code !== null)
}
