import { type Address, encodeAbiParameters, type Hex, hashTypedData, keccak256 } from 'viem'
import type { Contract } from '../call.js'
import type { Signer } from '../sign.js'

/** Times are Unix seconds, amounts base units. */
export type Permission = {
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

export type Charge = {
  permission: Permission
  signature: Hex
  periodStart: number
  deadline: number
}

export type Domain = { chainId: number; verifyingContract: Address }

const types = {
  SpendPermission: [
    { name: 'account', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'allowance', type: 'uint160' },
    { name: 'period', type: 'uint48' },
    { name: 'start', type: 'uint48' },
    { name: 'end', type: 'uint48' },
    { name: 'salt', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const

function typedData(domain: Domain, message: Permission) {
  return {
    domain: { name: 'Spend Permission Manager', version: '1', ...domain },
    types,
    primaryType: 'SpendPermission',
    message,
  } as const
}

export function hashPermission(domain: Domain, permission: Permission): Hex {
  return hashTypedData(typedData(domain, permission))
}

export function signPermission(
  signer: Signer,
  domain: Domain,
  permission: Permission,
): Promise<Hex> {
  return signer.signTypedData(typedData(domain, permission))
}

/** Signs the message that cancels the subscription of a permission. */
export function signCancellation(
  signer: Signer,
  domain: Domain,
  {
    charger,
    permission,
    other = {},
  }: { charger: Contract; permission: Permission; other?: object },
): Promise<Hex> {
  const { chainId } = domain
  return signer.signTypedData({
    domain: {
      name: 'Subscription Charger',
      version: '1',
      chainId,
      verifyingContract: charger.to,
      ...other,
    },
    types: { CancelSubscription: [{ name: 'permissionHash', type: 'bytes32' }] },
    primaryType: 'CancelSubscription',
    message: { permissionHash: hashPermission(domain, permission) },
  })
}

/** Computes the key that the charger's events use. */
export function toChargeKey(domain: Domain, permission: Permission, periodStart: number): Hex {
  const hash = hashPermission(domain, permission)
  const parameters = [{ type: 'bytes32' }, { type: 'uint48' }] as const
  return keccak256(encodeAbiParameters(parameters, [hash, periodStart]))
}

/** Wraps a signature as EIP-6492 demands, with the call that deploys the wallet. */
export function wrapSignature(factory: Address, calldata: Hex, signature: Hex): Hex {
  const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  const wrapped = encodeAbiParameters(parameters, [factory, calldata, signature])
  return `${wrapped}${'6492'.repeat(16)}`
}
