import type { PortalReceipt } from '@tallystick/sdk'
import { readQuantity } from './quantity.js'
import type { Provider } from './wallet.js'

/** Whether a wallet is on the chain of a payment now. One that does not say is not. */
export async function isOnChain(
  provider: Provider,
  { chainId }: Pick<PortalReceipt['payment'], 'chainId'>,
): Promise<boolean> {
  return (await readQuantity(provider, { method: 'eth_chainId' })) === BigInt(chainId)
}
