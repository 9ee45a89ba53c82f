import type { Address } from '../../lib/hex.js'
import type { Config } from '../config/config.js'
import type { Hex } from './chain.js'
import { walletOf } from './wallet-of.js'

type Keys = Pick<Config, 'cancelPrivateKey' | 'cancelPreviousPrivateKey'>

/** Returns the wallet that may cancel the subscriptions of new plans on chain, and nothing else. */
export function cancelerOf({ cancelPrivateKey }: Pick<Keys, 'cancelPrivateKey'>): Promise<Address> {
  return walletOf(cancelPrivateKey)
}

/** Returns the key of a plan's canceler, or null when it is not configured any more. */
export async function findCancelKey(config: Keys, canceler: Address): Promise<Hex | null> {
  for (const key of [config.cancelPrivateKey, config.cancelPreviousPrivateKey]) {
    if (key !== undefined && (await walletOf(key)) === canceler) return key as Hex
  }
  return null
}
