import type { Ownership } from '../../auth/merchants/ownership-store.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Config } from '../../platform/config/config.js'

/** The signed actions, and the field of the other wallet. A signature fits no other action. */
const otherFields = {
  TransferOwnership: 'newOwner',
  RegisterRecoveryWallet: 'recoveryWallet',
  RemoveRecoveryWallet: 'recoveryWallet',
  RecoverOwnership: 'newOwner',
} as const

export type OwnershipAction = keyof typeof otherFields

export type OwnershipMessage = {
  action: OwnershipAction
  ownership: Pick<Ownership, 'merchant' | 'owner' | 'nonce'>
  /** The new owner or the recovery wallet. */
  other: Address
  expiresAt: UnixMs
}

type Place = Pick<Config, 'baseUrl' | 'chainId'>

/** Returns the EIP-712 typed data of a message, for `eth_signTypedData_v4`. */
export function writeOwnershipMessage(config: Place, message: OwnershipMessage) {
  const { action, ownership, other, expiresAt } = message
  const otherField = otherFields[action]
  return {
    domain: { name: 'Tallystick', version: '1', chainId: config.chainId },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      [action]: [
        { name: 'service', type: 'string' },
        { name: 'merchant', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: otherField, type: 'address' },
        { name: 'nonce', type: 'string' },
        { name: 'expiresAt', type: 'uint256' },
      ],
    },
    primaryType: action,
    message: {
      // Shown by the wallet, so that another installation cannot pass the message off as its own.
      service: config.baseUrl,
      merchant: checksumAddress(ownership.merchant),
      owner: checksumAddress(ownership.owner),
      [otherField]: checksumAddress(other),
      nonce: ownership.nonce,
      expiresAt,
    },
  }
}

/** Returns the EIP-712 hash of a message, which wallets sign. */
export async function hashOwnershipMessage(config: Place, message: OwnershipMessage): Promise<Hex> {
  // Loaded with the first message, because few processes need it.
  const { hashTypedData } = await import('viem')
  return hashTypedData(writeOwnershipMessage(config, message) as never)
}
