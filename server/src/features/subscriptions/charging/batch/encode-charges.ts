import type { Address } from '../../../../lib/hex.js'
import type { Hex } from '../../../../platform/chain/chain.js'
import { multicall3, subscriptionCharger } from '../../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../../platform/chain/generated/subscription-charger.js'
import type { SpendPermission } from '../../../../platform/chain/permission-hash.js'
import { noSplitProof, toTermsArgument } from '../../../../platform/chain/plan-spender.js'
import type { BillingPlanVersion } from '../../plans/plan.js'

/** The charge of one period, as the contract takes it. */
export type EncodedCharge = {
  permission: SpendPermission
  /** `0x` once the permission is approved on chain. */
  signature: Hex
  /** In Unix seconds, like the deadline, which is inclusive. */
  periodStart: number
  deadline: number
}

/** A call with its gas limit. */
export type EncodedCall = { to: Address; data: Hex; gas: bigint }

/** The gas limit of each charge. The wallet of a subscriber can use all of it, but no more. */
const gasEach = 250_000n
/** Events, and the checks of the contract around a charge. */
const gasAround = 30_000n
const baseGas = 60_000n
const creationGas = 350_000n

/** Encodes one transaction that creates missing spenders and charges each period. */
export async function encodeCharges(
  charges: readonly EncodedCharge[],
  { missingVersions }: { missingVersions: readonly BillingPlanVersion[] },
): Promise<EncodedCall> {
  const { encodeFunctionData } = await import('viem')
  const abi = subscriptionChargerAbi
  const batch = encodeFunctionData({ abi, functionName: 'chargeBatch', args: [charges, gasEach] })
  const count = BigInt(charges.length)
  const gas = baseGas + gasOfData(batch) + count * (gasEach + gasEach / 63n + gasAround)
  return withCreations({ data: batch, gas, missingVersions })
}

/** Encodes a call of the charger that first creates the spenders that do not exist yet. */
export async function withCreations(input: {
  data: Hex
  gas: bigint
  missingVersions: readonly BillingPlanVersion[]
}): Promise<EncodedCall> {
  const { encodeFunctionData, multicall3Abi } = await import('viem')
  const { data: call, gas, missingVersions } = input
  const to = subscriptionCharger.address
  if (missingVersions.length === 0) return { to, data: call, gas }
  const creations = missingVersions.map((version) =>
    encodeFunctionData({
      abi: subscriptionChargerAbi,
      functionName: 'createSpender',
      args: [toTermsArgument({ ...version, merchant: version.owner }), proofOf(version)],
    }),
  )
  const calls = [...creations, call].map((callData) => ({
    target: to,
    allowFailure: false,
    callData,
  }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const totalGas = gas + BigInt(missingVersions.length) * creationGas + gasOfData(data)
  // A call forwards at most 63 of 64 parts of the gas.
  return { to: multicall3, data, gas: totalGas + totalGas / 63n }
}

function proofOf({ splitRecipients: recipients, splitSalt: salt }: BillingPlanVersion) {
  return recipients && salt ? { recipients, salt } : noSplitProof
}

/** Returns the gas of calldata at 16 per byte, the price of bytes that are not zero. */
export function gasOfData(data: Hex): bigint {
  return BigInt(data.length / 2) * 16n
}
