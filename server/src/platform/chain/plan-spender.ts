import { create2Address } from '../../lib/create2.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { cloneInitCode } from './clone-code.js'
import { deploymentSalt, spenderImplementation, subscriptionCharger } from './contracts.js'

/** The terms of one version of a plan; see `contracts/src/subscriptions/PlanTerms.sol`. */
export type PlanTerms = {
  manager: Address
  /** The wallet that may move the payout of all its plans. */
  merchant: Address
  token: Address
  payout: Address
  priceUnits: bigint
  periodSeconds: number
  feeRecipient: Address
  feeBps: number
  /** The share of the fee recipient in the payout, if that is a split. */
  splitFeeBps: number
  /** May cancel subscriptions, and nothing else. */
  canceler: Address
  /** 32 bytes that distinguish plans with otherwise equal terms. */
  planKey: Hex
}

/**
 * Computes the spender of a plan version, without the chain. It can take the price once per period,
 * and pays only the payout address and the fee recipient.
 */
export function planSpenderOf(terms: PlanTerms): Address {
  return create2Address({
    deployer: subscriptionCharger.address,
    salt: deploymentSalt,
    initCode: cloneInitCode({ implementation: spenderImplementation, args: encodeTerms(terms) }),
  })
}

/** Returns the terms as the charger's functions take them. */
export function toTermsArgument(terms: PlanTerms) {
  const { priceUnits, periodSeconds, ...rest } = terms
  return { ...rest, price: priceUnits, period: periodSeconds }
}

/** Proves a payout that is not a split, so the fee recipient has no share in it. */
export const noSplitProof = { recipients: '0x', salt: deploymentSalt } as const

/** Encodes the fields in order, without padding. */
function encodeTerms(terms: PlanTerms): Hex {
  const parts = [
    terms.manager.slice(2),
    terms.merchant.slice(2),
    terms.token.slice(2),
    terms.payout.slice(2),
    toHex(terms.priceUnits, 20),
    toHex(terms.periodSeconds, 6),
    terms.feeRecipient.slice(2),
    toHex(terms.feeBps, 2),
    toHex(terms.splitFeeBps, 2),
    terms.canceler.slice(2),
    terms.planKey.slice(2),
  ]
  return `0x${parts.join('')}`
}

function toHex(value: bigint | number, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0')
}
