import { hashText, keccak } from '../../lib/create2.js'
import { type Address, type Hash, toWord } from '../../lib/hex.js'
import type { Hex } from './chain.js'

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

const permissionType =
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)'
const typeHash = hashText(permissionType)

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
  return keccak(`0x1901${domain.slice(2)}${hashStruct(permission).slice(2)}`)
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

/**
 * Returns the key of one period of a permission in the charger's events:
 * keccak256(abi.encode(permissionHash, periodStart)), with the start in Unix seconds.
 */
export function chargeKeyOf(period: { permissionHash: Hash; periodStart: number }): Hash {
  return keccak(`0x${[period.permissionHash, period.periodStart].map(toWord).join('')}`)
}

const domainType =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** Returns the domain separator, which binds a signature to one contract on one chain (EIP-712). */
export function encodeDomain(domain: {
  name: string
  version: string
  chainId: number
  verifyingContract: Address
}): Hex {
  const { name, version, chainId, verifyingContract } = domain
  const words = [
    hashText(domainType),
    hashText(name),
    hashText(version),
    chainId,
    verifyingContract,
  ]
  return keccak(`0x${words.map(toWord).join('')}`)
}
