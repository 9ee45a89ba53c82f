import { keccak } from '../../lib/create2.js'
import { type Address, type Hash, parseHash } from '../../lib/hex.js'
import { keccak256 } from '../../lib/keccak.js'
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
const typeHash = keccak(`0x${Buffer.from(permissionType, 'utf8').toString('hex')}`)

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
    keccak256(domainType),
    keccak256(name),
    keccak256(version),
    word(chainId.toString(16)),
    word(verifyingContract.slice(2)),
  ]
  return `0x${keccak256(Buffer.from(words.join(''), 'hex'))}`
}

function word(digits: string): string {
  return digits.padStart(64, '0')
}
