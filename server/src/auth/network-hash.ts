import { createHmac } from 'node:crypto'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from './derived-key.js'
import { networkAddressOf } from './limits/network-address.js'

/** Returns the keyed hash of the network address of an IP address. */
export type NetworkHash = (ip: string) => string

/** Hashing takes longer than the rest of a short request, so the latest hashes are kept. */
const maxKept = 10_000

/** Creates a keyed hash function for network addresses, so that limits can count callers without storing addresses. */
export function createNetworkHash({ jwtSecret }: Pick<Config, 'jwtSecret'>): NetworkHash {
  const key = deriveKey(jwtSecret, 'network-address')
  const kept = new Map<string, string>()
  return (ip) => {
    const known = kept.get(ip)
    if (known !== undefined) return known
    const hash = createHmac('sha256', key).update(networkAddressOf(ip)).digest('hex').slice(0, 32)
    if (kept.size >= maxKept) kept.clear()
    kept.set(ip, hash)
    return hash
  }
}
