import type { Address } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'

/** A spend permission with the names and units of the contract's struct: seconds, and base units of the token. */
export type SpendPermission = {
  account: Address
  spender: Address
  token: Address
  allowance: bigint
  period: number
  start: number
  end: number
  salt: bigint
  extraData: Hex
}
