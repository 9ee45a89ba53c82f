import type { PortalReceipt } from '@tallystick/sdk'
import type { Provider } from './wallet.js'

/**
 * Returns whether the chain behind a wallet begins with the same block as ours. A sandbox or a fork
 * shares its chain id and its token addresses with a public network, so the id alone does not tell
 * them apart. True when ours is not given, or when the wallet does not report its block.
 */
export async function hasGenesis(
  provider: Provider,
  { network: { genesisHash } }: Pick<PortalReceipt['payment'], 'network'>,
): Promise<boolean> {
  if (!genesisHash) return true
  try {
    const params = ['0x0', false]
    const block = await provider.request({ method: 'eth_getBlockByNumber', params })
    const { hash } = (block ?? {}) as { hash?: unknown }
    return typeof hash !== 'string' || hash.toLowerCase() === genesisHash.toLowerCase()
  } catch {
    return true
  }
}
