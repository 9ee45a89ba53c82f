import { Type } from 'typebox'
import type { Context } from '../context.js'
import { namedObject, orNull, text } from '../http/schemas.js'
import { findGenesis } from './find-genesis.js'

/** A chain as shown to buyers and their wallets. */
export type Network = {
  name: string
  coin: string
  /** For wallets that do not know the chain. */
  rpcUrl: string | null
  /** Base URL of `/tx/{hash}`. */
  explorerUrl: string | null
  /** Tells the chain from another one with the same id. */
  genesisHash?: string
}

export const NetworkSchema = namedObject('Network', {
  name: text('Display name'),
  coin: text('Symbol of the native token'),
  rpcUrl: orNull(text('RPC endpoint for wallets that do not know the chain')),
  explorerUrl: orNull(text('Block explorer; transactions are at /tx/{hash}')),
  genesisHash: Type.Optional(
    text('Hash of the first block, which tells the chain from another one with the same id'),
  ),
})

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

/**
 * Returns the network of payments. The sandbox chain has the id of a public chain but its own name.
 */
export function networkOf({ config, sandbox }: Pick<Context, 'config' | 'sandbox'>): Network {
  const { chainId } = config
  if (sandbox?.anvilUrl) {
    return { name: 'Sandbox', coin: 'ETH', rpcUrl: sandbox.anvilUrl, explorerUrl: null }
  }
  const network = networks[chainId]
  return network ?? { name: `chain ${chainId}`, coin: 'ETH', rpcUrl: null, explorerUrl: null }
}

/** Describes the chain of payments for wallets, with the hash of its first block if it responds. */
export async function describeNetwork(
  ctx: Pick<Context, 'chain' | 'config' | 'memory' | 'sandbox'>,
): Promise<Network> {
  const genesisHash = await findGenesis(ctx)
  return { ...networkOf(ctx), ...(genesisHash && { genesisHash }) }
}
