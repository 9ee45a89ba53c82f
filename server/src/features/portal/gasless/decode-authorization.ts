import { type Address, knownAddress } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'

/**
 * Says what a call of ours that submits a signature pays.
 *
 * @throws when it is another call.
 */
export async function decodeAuthorization(
  data: Hex,
): Promise<{ token: Address; units: BaseUnits }> {
  const { decodeFunctionData } = await import('viem')
  const { functionName, args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
  if (functionName !== 'payWithAuthorization') throw new Error(`a call of ${functionName}`)
  const [, , token, units] = args
  return { token: knownAddress(token), units: baseUnits(units) }
}
