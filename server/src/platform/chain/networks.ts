import type { Context } from '../context.js'

/** A chain as buyers and their wallets know it. */
export type Network = {
  name: string
  coin: string
  /** Where wallets that do not know the chain can reach it. */
  rpcUrl: string | null
  /** Transactions are at `/tx/{hash}` below it. */
  explorerUrl: string | null
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

/** The chain that payments are made on. A sandbox's own chain resembles a public one, and must not be taken for it. */
export function networkOf({ config, sandbox }: Pick<Context, 'config' | 'sandbox'>): Network {
  const { chainId } = config
  if (sandbox?.anvilUrl) {
    return { name: 'Sandbox', coin: 'ETH', rpcUrl: sandbox.anvilUrl, explorerUrl: null }
  }
  const known = networks[chainId]
  return known ?? { name: `chain ${chainId}`, coin: 'ETH', rpcUrl: null, explorerUrl: null }
}
