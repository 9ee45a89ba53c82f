import { type Address, isSameAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'

/** Whether the wallet's holder runs this platform, rather than a shop on it. */
export function isOperator(config: Pick<Config, 'platformAdmins'>, wallet: Address): boolean {
  return config.platformAdmins.some((admin) => isSameAddress(admin, wallet))
}
