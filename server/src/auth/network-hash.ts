import { createHmac } from 'node:crypto'
import { invalidInput } from '../lib/errors.js'
import type { Config } from '../platform/config/config.js'
import { networkAddressOf, siteOf } from '../platform/limits/network-address.js'
import { rememberLatest } from '../platform/remember-latest.js'
import { deriveKey } from '../platform/secrets/derived-key.js'

/**
 * Returns the keyed hash of the network address of an IP address. For IPv6, a slash and the hash of
 * its site follow. A client that disconnected has no address: its request is rejected.
 */
export type NetworkHash = (ip: string) => string

/** Hashing takes longer than the rest of a short request, so the latest hashes are kept. */
const maxKept = 10_000

/** Creates a keyed hash of network addresses, so that limits count callers without storing them. */
export function createNetworkHash({ jwtSecret }: Pick<Config, 'jwtSecret'>): NetworkHash {
  const key = deriveKey(jwtSecret, 'network-address')
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  const hashAddress = rememberLatest((ip) => {
    const site = siteOf(ip)
    const network = hashOf(networkAddressOf(ip)).slice(0, 32)
    return site === null ? network : `${network}/${hashOf(site).slice(0, 16)}`
  }, maxKept)
  return (ip: string | undefined) => {
    if (ip === undefined) throw invalidInput('The request was aborted.')
    return hashAddress(ip)
  }
}
