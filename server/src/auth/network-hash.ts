import { createHmac } from 'node:crypto'
import type { Config } from '../platform/config/config.js'
import { deriveKey } from './derived-key.js'
import { networkOf } from './ip-limits.js'

/** Creates a keyed hash of network addresses, which counts the calls of each without storing it. */
export function createNetworkHash({
  jwtSecret,
}: Pick<Config, 'jwtSecret'>): (ip: string) => string {
  const key = deriveKey(jwtSecret, 'network-address')
  return (ip) => createHmac('sha256', key).update(networkOf(ip)).digest('hex').slice(0, 32)
}
