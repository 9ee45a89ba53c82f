import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from 'viem'

const parameters = parseAbiParameters('bytes32 receiptKey, address payoutAddress, bytes32 salt')

/** Returns the EIP-3009 nonce that binds an authorization to a receipt and a payout address. */
export function nonceOf(payment: { receiptKey: Hex; payoutAddress: Address; salt: Hex }): Hex {
  const { receiptKey, payoutAddress, salt } = payment
  return keccak256(encodeAbiParameters(parameters, [receiptKey, payoutAddress, salt]))
}
