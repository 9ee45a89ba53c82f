import { keccak } from '../../lib/create2.js'
import { type Hash, parseHash } from '../../lib/hex.js'

/**
 * Returns the key of one period of a permission in the charger's events:
 * keccak256(abi.encode(permissionHash, periodStart)), with the start in Unix seconds.
 */
export function chargeKeyOf(period: { permissionHash: Hash; periodStart: number }): Hash {
  const start = period.periodStart.toString(16).padStart(64, '0')
  const key = parseHash(keccak(`0x${period.permissionHash.slice(2)}${start}`))
  if (!key) throw new Error('a hash always has 32 bytes')
  return key
}
