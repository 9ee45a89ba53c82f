import { type Address, parseAddress } from '../../lib/hex.js'
import type { Config } from '../config/config.js'
import type { Hex } from './chain.js'

/** Returns the wallet of a private key. */
export async function walletOf(privateKey: string): Promise<Address> {
  const { privateKeyToAddress } = await import('viem/accounts')
  const address = parseAddress(privateKeyToAddress(privateKey as `0x${string}`))
  if (!address) throw new Error('a key always has an address')
  return address
}

type Keys = Pick<Config, 'cancelPrivateKey' | 'cancelPreviousPrivateKey'>

/** Returns the wallet that may cancel the subscriptions of new plans on chain, and nothing else. */
export function cancelerOf({ cancelPrivateKey }: Pick<Keys, 'cancelPrivateKey'>): Promise<Address> {
  return walletOf(cancelPrivateKey)
}

/** Returns the key of a plan's canceler, or null when it is no longer configured. */
export async function findCancelKey(config: Keys, canceler: Address): Promise<Hex | null> {
  for (const key of [config.cancelPrivateKey, config.cancelPreviousPrivateKey]) {
    if (key !== undefined && (await walletOf(key)) === canceler) return key as Hex
  }
  return null
}
