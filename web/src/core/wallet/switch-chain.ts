import type { PortalReceipt } from '@tallystick/sdk'
import { sentenceCase } from '../format/sentence-case.js'
import { readQuantity, toQuantity } from './quantity.js'
import { hasCode, type Refusal, readRefusal } from './read-refusal.js'
import type { Provider } from './wallet.js'

type Payment = Pick<PortalReceipt['payment'], 'chainId' | 'network'>

/** Error code of a wallet that does not know the chain. */
const unknownChain = [4902]

/** Returns whether a wallet is on the payment's chain; false when it does not report a chain. */
export async function isOnChain(
  provider: Provider,
  { chainId }: Pick<Payment, 'chainId'>,
): Promise<boolean> {
  return (await readQuantity(provider, { method: 'eth_chainId' })) === BigInt(chainId)
}

/**
 * Asks a wallet to switch to the payment's chain, and adds the chain when the wallet does not know
 * it. Check the chain afterwards: some wallets report an error although they switched.
 */
export async function switchChain(
  provider: Provider,
  payment: Payment,
): Promise<'requested' | Refusal['kind']> {
  const chain = describeChain(payment)
  const params = [{ chainId: chain.chainId }]
  const request = async () => provider.request({ method: 'wallet_switchEthereumChain', params })
  try {
    await request().catch(async (error: unknown) => {
      if (!payment.network.rpcUrl || !hasCode(error, unknownChain)) throw error
      await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
      await request()
    })
    return 'requested'
  } catch (error) {
    return readRefusal(error).kind
  }
}

/** Describes a chain as EIP-3085 requires. Wallets reject an empty list of explorers. */
function describeChain({ chainId, network: { name, coin, rpcUrl, explorerUrl } }: Payment) {
  return {
    chainId: toQuantity(chainId),
    chainName: sentenceCase(name),
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: [rpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
}
