import { type Address, parseAddress } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'

/** The payout that a wallet set on chain for all its plans. */
export type Override = {
  /** Null when each plan keeps its own payout address. */
  payout: Address | null
  /** The nonce of the next signature. */
  nonce: number
}

/**
 * Reads the overrides of wallets, several per request. A wallet is absent when the charger did not
 * respond as expected.
 *
 * @throws when the chain does not respond.
 */
export async function readOverrides(
  chain: Pick<Chain, 'callMany'>,
  signers: readonly Address[],
): Promise<Map<Address, Override>> {
  const { decodeFunctionResult, encodeFunctionData } = await import('viem')
  const call = { abi: subscriptionChargerAbi, functionName: 'payoutOf' } as const
  const wallets = [...new Set(signers)]
  const results = await chain.callMany(
    wallets.map((signer) => ({
      to: subscriptionCharger.address,
      data: encodeFunctionData({ ...call, args: [signer] }),
    })),
  )
  const overrides = new Map<Address, Override>()
  for (const [index, signer] of wallets.entries()) {
    const data = results[index]
    if (data?.length !== 2 + 4 * 64) continue
    const [payout, nonce] = decodeFunctionResult({ ...call, data })
    const isSet = BigInt(payout) !== 0n
    overrides.set(signer, { payout: isSet ? parseAddress(payout) : null, nonce: Number(nonce) })
  }
  return overrides
}
