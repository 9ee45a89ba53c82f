import { keccak } from '../../lib/create2.js'
import { type Address, knownAddress, toWord } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Deposit } from '../../platform/chain/deposit-address.js'
import { paymentGatewayAbi } from '../../platform/chain/generated/payment-gateway.js'
import type { Authorization } from './authorization.js'

/** A signed payment, encoded for the gateway. */
export type SignedPayment = {
  /** The EIP-3009 nonce. The token accepts it once per payer. */
  nonce: Hex
  /** The idempotency key of the outgoing transaction. */
  key: string
  /** The calldata for the gateway. */
  data: Hex
}

/** Encodes the gateway call that submits a signature. The nonce binds it to this receipt. */
export async function encodeAuthorization(
  authorization: Authorization,
  { deposit, token }: { deposit: Deposit; token: Address },
): Promise<SignedPayment> {
  const { encodeFunctionData } = await import('viem')
  const { receiptKey, payoutAddress } = deposit
  const { payer, units, validAfterSeconds, validBeforeSeconds, salt, signature } = authorization
  const validAfter = BigInt(validAfterSeconds)
  const validBefore = BigInt(validBeforeSeconds)
  const signed = { payer, validAfter, validBefore, salt, signature }
  const nonce = nonceOf(deposit, salt)
  return {
    nonce,
    key: `payment.authorized:${token}:${payer}:${nonce}`,
    data: encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'payWithAuthorization',
      args: [receiptKey, payoutAddress, token, units, signed],
    }),
  }
}

/**
 * Returns the token and amount of an encoded authorization.
 *
 * @throws when `data` is a different call.
 */
export async function decodeAuthorization(
  data: Hex,
): Promise<{ token: Address; units: BaseUnits }> {
  const { decodeFunctionData } = await import('viem')
  const { functionName, args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
  if (functionName !== 'payWithAuthorization')
    throw new Error(`expected payWithAuthorization, got ${functionName}`)
  const [, , token, units] = args
  return { token: knownAddress(token), units: baseUnits(units) }
}

/** Returns keccak256(abi.encode(receiptKey, payoutAddress, salt)), as the gateway computes it. */
function nonceOf({ receiptKey, payoutAddress }: Deposit, salt: Hex): Hex {
  return keccak(`0x${[receiptKey, payoutAddress, salt].map(toWord).join('')}`)
}
