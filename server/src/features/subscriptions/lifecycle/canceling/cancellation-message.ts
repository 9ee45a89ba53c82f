import type { Hash } from '../../../../lib/hex.js'
import type { Hex } from '../../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../../platform/chain/contracts.js'

const primaryType = 'CancelSubscription'

/** Returns the EIP-712 message that cancels the subscription of a permission on chain. */
function messageOf(chainId: number, permissionHash: Hash) {
  return {
    domain: {
      name: 'Subscription Charger',
      version: '1',
      chainId,
      verifyingContract: subscriptionCharger.address,
    },
    types: { [primaryType]: [{ name: 'permissionHash', type: 'bytes32' }] },
    primaryType,
    message: { permissionHash },
  } as const
}

/** Returns the hash of the message, which the customer or the canceler of the plan signs. */
export async function cancellationHashOf(chainId: number, permissionHash: Hash): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  return hashTypedData(messageOf(chainId, permissionHash))
}

/** Signs the message with the key of a plan's canceler. */
export async function signCancellation(
  key: Hex,
  { chainId, permissionHash }: { chainId: number; permissionHash: Hash },
): Promise<Hex> {
  const { privateKeyToAccount } = await import('viem/accounts')
  return privateKeyToAccount(key).signTypedData(messageOf(chainId, permissionHash))
}
