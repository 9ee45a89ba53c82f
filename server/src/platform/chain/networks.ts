import type { Context } from '../context.js'

/** A chain as shown to buyers and their wallets. */
export type Network = {
  name: string
  coin: string
  /** For wallets that do not know the chain. */
  rpcUrl: string | null
  /** Base URL of `/tx/{hash}`. */
  explorerUrl: string | null
  /** Of a sandbox chain, which has the id of a public chain. */
  genesisHash?: string
}

/** By chain id. */
const networks: Readonly<Record<number, Network>> = {
  8453: {
    name: 'Base',
    coin: 'ETH',
    rpcUrl: 'https://mainnet.base.org',
    explorerUrl: 'https://basescan.org',
  },
  84532: {
    name: 'Base Sepolia',
    coin: 'ETH',
    rpcUrl: 'https://sepolia.base.org',
    explorerUrl: 'https://sepolia.basescan.org',
  },
}

/** Returns the CAIP-2 name of a chain, by which x402 and CAIP-122 messages refer to it. */
export function caip2Of(chainId: number): `eip155:${number}` {
  return `eip155:${chainId}`
}

/** Returns the network of payments. The sandbox chain has the id of a public chain but its own name. */
export function networkOf({ config, sandbox }: Pick<Context, 'config' | 'sandbox'>): Network {
  const { chainId } = config
  if (sandbox?.anvilUrl) {
    return { name: 'Sandbox', coin: 'ETH', rpcUrl: sandbox.anvilUrl, explorerUrl: null }
  }
  const known = networks[chainId]
  return known ?? { name: `chain ${chainId}`, coin: 'ETH', rpcUrl: null, explorerUrl: null }
}
