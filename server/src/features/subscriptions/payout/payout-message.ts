import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { isSignedByKey } from '../../../auth/wallet-signature.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress } from '../../../lib/hex.js'
import { toUnixSeconds } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { subscriptionCharger } from '../../../platform/chain/contracts.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import type { Context } from '../../../platform/context.js'
import { isCanonical, isOfUndeployedWallet } from '../permissions/require-signed.js'

/** A payout as the wallet in the terms of plans signs it. */
export type PayoutMessage = {
  signer: Address
  /** The zero address restores the payout of each plan. */
  payout: Address
  /** The recipient in the split `payout` whose share counts as fee, and that share, or zero. */
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

/**
 * Requires that the signer signed the payout, as the charger on chain will check it. Returns
 * whether a contract wallet signed, whose code runs in the transaction.
 *
 * @throws {AppError} `invalid_input` after the deadline, `forbidden`, `rate_limited`,
 *   `chain_unavailable`.
 */
export async function requireSignedPayout(
  ctx: Pick<Context, 'chain' | 'config' | 'log' | 'now'>,
  input: { message: PayoutMessage; signature: Hex; runContractCheck: RunContractCheck },
): Promise<{ isContract: boolean }> {
  const { message, signature, runContractCheck } = input
  const { signer, deadline } = message
  if (deadline <= toUnixSeconds(ctx.now())) {
    throw invalidInput('deadline has passed. Get a new message and sign it.')
  }
  const hash = await payoutHashOf(ctx.config.chainId, message)
  if (await isSignedByKey({ wallet: signer, hash, signature })) {
    if (isCanonical(signature)) return { isContract: false }
    throw new AppError('forbidden', 'signature must have 65 bytes with a low s, and v 27 or 28.')
  }
  // The charger calls the wallet itself, which must exist.
  const isSigned =
    !isOfUndeployedWallet(signature) &&
    (await runContractCheck(() =>
      readChain(ctx, async (chain) => {
        const hasCode = (await chain.findCode(signer)) !== null
        return hasCode && (await chain.isSignedByContract({ address: signer, hash, signature }))
      }),
    ))
  if (isSigned) return { isContract: true }
  throw new AppError(
    'forbidden',
    `signature does not match the message and the wallet ${checksumAddress(signer)}. Get the message again and sign it.`,
  )
}
