import { type Address, isSameAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'

/** Returns whether the wallet belongs to an operator of this platform. */
export function isOperator(config: Pick<Config, 'platformAdmins'>, wallet: Address): boolean {
  return config.platformAdmins.some((admin) => isSameAddress(admin, wallet))
}
