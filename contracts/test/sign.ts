import { type Address, type Hex, maxUint256, parseSignature } from 'viem'
import type { Contract } from './call.js'
import type { TestChain } from './chain.js'

export type Signer = TestChain['accounts'][number]

export type Permit = {
  owner: Address
  spender: Address
  value: bigint
  nonce: bigint
  deadline: bigint
}

export type Authorization = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

type AuthorizationKind = 'TransferWithAuthorization' | 'ReceiveWithAuthorization'

/** The domain of USDC on Base Sepolia. */
const domain = { name: 'USDC', version: '2', chainId: 84532 }
const permit = ['address owner', 'address spender', 'uint256 value', 'uint256 nonce']
const authorization = ['address from', 'address to', 'uint256 value', 'uint256 validAfter']

const types = {
  Permit: fields([...permit, 'uint256 deadline']),
  TransferWithAuthorization: fields([...authorization, 'uint256 validBefore', 'bytes32 nonce']),
  ReceiveWithAuthorization: fields([...authorization, 'uint256 validBefore', 'bytes32 nonce']),
  CancelAuthorization: fields(['address authorizer', 'bytes32 nonce']),
}

export function signPermit(
  signer: Signer,
  token: Contract,
  message: Permit,
  other: Partial<typeof domain> = {},
): Promise<Hex> {
  return signer.signTypedData({
    domain: { ...domain, verifyingContract: token.to, ...other },
    types,
    primaryType: 'Permit',
    message,
  })
}

export function signAuthorization(
  signer: Signer,
  token: Contract,
  primaryType: AuthorizationKind,
  message: Authorization,
  other: Partial<typeof domain> = {},
): Promise<Hex> {
  return signer.signTypedData({
    domain: { ...domain, verifyingContract: token.to, ...other },
    types,
    primaryType,
    message,
  })
}

export function signCancellation(
  signer: Signer,
  token: Contract,
  message: { authorizer: Address; nonce: Hex },
  other: Partial<typeof domain> = {},
): Promise<Hex> {
  return signer.signTypedData({
    domain: { ...domain, verifyingContract: token.to, ...other },
    types,
    primaryType: 'CancelAuthorization',
    message,
  })
}

/** Returns the signature as the arguments v, r and s. */
export function toVrs(signature: Hex): [v: number, r: Hex, s: Hex] {
  const { r, s, yParity } = parseSignature(signature)
  return [27 + yParity, r, s]
}

/** A validity period without limits. */
export const anyTime = { validAfter: 0n, validBefore: maxUint256 }

function fields(lines: readonly string[]): { type: string; name: string }[] {
  return lines.map((line) => {
    const [type = '', name = ''] = line.split(' ')
    return { type, name }
  })
}
