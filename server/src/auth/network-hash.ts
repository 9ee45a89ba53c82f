import { createHmac } from 'node:crypto'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from './derived-key.js'
import { networkOf } from './limits/network-of.js'

/** Creates a keyed hash function for network addresses, so that limits can count callers without storing addresses. */
export function createNetworkHash({
  jwtSecret,
}: Pick<Config, 'jwtSecret'>): (ip: string) => string {
  const key = deriveKey(jwtSecret, 'network-address')
  return (ip) => createHmac('sha256', key).update(networkOf(ip)).digest('hex').slice(0, 32)
}
