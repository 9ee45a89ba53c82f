import { type Address, checksumAddress } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'

/** A payout as the wallet in the terms of plans signs it. */
export type PayoutMessage = {
  signer: Address
  /** The zero address restores the payout of each plan. */
  payout: Address
  /** The recipient of the split `payout` whose share counts as fee, and that share. Zero without one. */
  splitFeeRecipient: Address
  splitFeeBps: number
  nonce: number
  /** The last Unix second at which the signature is valid. */
  deadline: number
}

const primaryType = 'SetPayout'
const fields = [
  { name: 'merchant', type: 'address' },
  { name: 'payout', type: 'address' },
  { name: 'splitFeeRecipient', type: 'address' },
  { name: 'splitFeeBps', type: 'uint16' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** Returns the EIP-712 message that moves a payout. The contract calls the signer the merchant. */
export function writePayoutMessage(
  chainId: number,
  { signer, payout, splitFeeRecipient, splitFeeBps, nonce, deadline }: PayoutMessage,
) {
  return {
    domain: {
      name: 'Subscription Charger',
      version: '1',
      chainId,
      verifyingContract: checksumAddress(subscriptionCharger.address),
    },
    types: { EIP712Domain: domainFields, [primaryType]: fields },
    primaryType,
    message: {
      merchant: checksumAddress(signer),
      payout: checksumAddress(payout),
      splitFeeRecipient: checksumAddress(splitFeeRecipient),
      splitFeeBps,
      nonce,
      deadline,
    },
  } as const
}

/** Returns the hash of the message, which the wallet signs. */
export async function payoutHashOf(chainId: number, message: PayoutMessage): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  const { domain } = writePayoutMessage(chainId, message)
  return hashTypedData({
    domain: { ...domain, verifyingContract: subscriptionCharger.address },
    types: { [primaryType]: fields },
    primaryType,
    message: toPayoutArgument(message),
  })
}

/** Returns the message as the charger's function takes it. */
export function toPayoutArgument({ signer: merchant, nonce, deadline, ...rest }: PayoutMessage) {
  const { payout, splitFeeRecipient, splitFeeBps } = rest
  const numbers = { nonce: BigInt(nonce), deadline: BigInt(deadline) }
  return { merchant, payout, splitFeeRecipient, splitFeeBps, ...numbers }
}
