import { keccak } from '../../lib/create2.js'
import { type Address, type Hash, parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { encodeDomain } from './encode-domain.js'

/** A spend permission as its account signs it. Times are Unix seconds. */
export type SpendPermission = {
  account: Address
  spender: Address
  token: Address
  /** Base units per period. */
  allowance: bigint
  /** Seconds. */
  period: number
  start: number
  end: number
  salt: bigint
  extraData: Hex
}

const type =
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)'
const typeHash = keccak(`0x${Buffer.from(type, 'utf8').toString('hex')}`)

/** Returns the EIP-712 hash of a permission, which the manager's `getHash` also returns. */
export function permissionHashOf(
  { chainId, manager }: { chainId: number; manager: Address },
  permission: SpendPermission,
): Hash {
  const domain = encodeDomain({
    name: 'Spend Permission Manager',
    version: '1',
    chainId,
    verifyingContract: manager,
  })
  const hash = parseHash(keccak(`0x1901${domain.slice(2)}${hashStruct(permission).slice(2)}`))
  if (!hash) throw new Error('a hash always has 32 bytes')
  return hash
}

function hashStruct(permission: SpendPermission): Hex {
  const words = [
    typeHash,
    permission.account,
    permission.spender,
    permission.token,
    permission.allowance,
    permission.period,
    permission.start,
    permission.end,
    permission.salt,
    keccak(permission.extraData),
  ]
  return keccak(`0x${words.map(toWord).join('')}`)
}

function toWord(value: string | bigint | number): string {
  const digits = typeof value === 'string' ? value.slice(2) : value.toString(16)
  return digits.padStart(64, '0')
}
