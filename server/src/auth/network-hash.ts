import { createHmac } from 'node:crypto'
import { AppError } from '../lib/errors.js'
import type { Config } from '../platform/config/config.js'
import { networkAddressOf, siteOf } from '../platform/limits/network-address.js'
import { deriveKey } from '../platform/secrets/derived-key.js'

/**
 * Returns the keyed hash of the network address of an IP address. For IPv6, a slash and the hash of
 * its site follow. A client that disconnected has no address: its request is rejected.
 */
export type NetworkHash = (ip: string) => string

/** Hashing takes longer than the rest of a short request, so the latest hashes are kept. */
const maxKept = 10_000

/**
 * Creates a keyed hash function for network addresses, so that limits can count callers without
 * storing addresses.
 */
export function createNetworkHash({ jwtSecret }: Pick<Config, 'jwtSecret'>): NetworkHash {
  const key = deriveKey(jwtSecret, 'network-address')
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const kept = new Map<string, string>()
  return (ip: string | undefined) => {
    if (ip === undefined) throw new AppError('invalid_input', 'The request was aborted.')
    const known = kept.get(ip)
    if (known !== undefined) return known
    const site = siteOf(ip)
    const network = hashOf(networkAddressOf(ip)).slice(0, 32)
    const hash = site === null ? network : `${network}/${hashOf(site).slice(0, 16)}`
    if (kept.size >= maxKept) kept.clear()
    kept.set(ip, hash)
    return hash
  }
}
