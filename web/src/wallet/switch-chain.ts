import type { PortalReceipt } from '@tallystick/sdk'
import { hasCode } from './has-code.js'
import { type Refusal, readRefusal } from './read-refusal.js'
import { toQuantity } from './to-quantity.js'
import type { Provider } from './wallet.js'

type Payment = Pick<PortalReceipt['payment'], 'chainId' | 'network'>

/** What a wallet says of a chain that it does not know. */
const unknownChain = [4902]

/**
 * Asks a wallet to go to the chain of a payment, and tells it about a chain that it does not know. Where the wallet is
 * afterwards only it can tell: some fail although they went.
 */
export async function switchChain(
  provider: Provider,
  payment: Payment,
): Promise<'asked' | Refusal['kind']> {
  const chain = describeChain(payment)
  const params = [{ chainId: chain.chainId }]
  const ask = async () => provider.request({ method: 'wallet_switchEthereumChain', params })
  try {
    await ask().catch(async (error: unknown) => {
      if (!payment.network.rpcUrl || !hasCode(error, unknownChain)) throw error
      await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
      await ask()
    })
    return 'asked'
  } catch (error) {
    return readRefusal(error).kind
  }
}

/** As EIP-3085 has it. Wallets refuse an empty list of explorers. */
function describeChain({ chainId, network: { name, coin, rpcUrl, explorerUrl } }: Payment) {
  return {
    chainId: toQuantity(chainId),
    chainName: name.charAt(0).toUpperCase() + name.slice(1),
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: [rpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
}
