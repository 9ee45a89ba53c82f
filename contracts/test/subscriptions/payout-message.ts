import { type Address, type Hex, maxUint256, zeroAddress } from 'viem'
import type { Signer } from '../sign.js'
import { type Fixture, merchant, merchantAccount, otherPayout } from './fixture.js'

export type SetPayout = {
  merchant: Address
  payout: Address
  splitFeeRecipient: Address
  splitFeeBps: number
  nonce: bigint
  deadline: bigint
}

const types = {
  SetPayout: [
    { name: 'merchant', type: 'address' },
    { name: 'payout', type: 'address' },
    { name: 'splitFeeRecipient', type: 'address' },
    { name: 'splitFeeBps', type: 'uint16' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Returns the message that moves the merchant's payout to a wallet. */
export function aPayoutMessage(other: Partial<SetPayout> = {}): SetPayout {
  const noSplit = { splitFeeRecipient: zeroAddress, splitFeeBps: 0 }
  return { merchant, payout: otherPayout, ...noSplit, nonce: 0n, deadline: maxUint256, ...other }
}

/** Signs a message for the charger, or for another domain. */
export function signPayout(
  { chain, charger }: Pick<Fixture, 'chain' | 'charger'>,
  message: SetPayout,
  { signer = merchantAccount, domain = {} }: { signer?: Signer; domain?: object } = {},
): Promise<Hex> {
  return signer.signTypedData({
    domain: {
      name: 'Subscription Charger',
      version: '1',
      chainId: chain.chainId,
      verifyingContract: charger.to,
      ...domain,
    },
    types,
    primaryType: 'SetPayout',
    message,
  })
}
