import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { AppError } from '../../../lib/errors.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { Cost } from '../../../platform/chain/signed-transfer.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'

/** A payment to verify and to settle. */
export type Payment = {
  proof: Proof
  terms: Terms
  /** The merchant whose gas budget pays; '' is the platform. */
  merchant: Address | ''
}

export type Verification = { kind: 'valid'; cost: Cost } | { kind: 'invalid'; reason: string }

export type Submission =
  | { kind: 'submitted'; transactionHash: Hash | null }
  | { kind: 'refused'; reason: string }
  /** No response: the payment may still be settled. */
  | { kind: 'unknown' }

/** Verifies payments and submits them to the chain. */
export type Facilitator = {
  /**
   * @throws {AppError} `rate_limited`, `chain_unavailable`.
   */
  verify(
    ctx: Context,
    input: { payment: Payment; runContractCheck: RunContractCheck },
  ): Promise<Verification>
  /**
   * Plans the transaction that settles a payment, in the caller's transaction. Returns its id, or
   * null when the payment is submitted afterwards.
   *
   * @throws {AppError} `rate_limited`.
   */
  plan(ctx: TxContext, input: { payment: Payment; cost: Cost }): Promise<string | null>
  /** Submits a payment that has no planned transaction. */
  submit(ctx: Context, payment: Payment): Promise<Submission>
}

/** Reasons of the reference implementation that the service acts on. */
export const reasons = {
  nonceUsed: 'invalid_exact_evm_nonce_already_used',
  insufficientBalance: 'invalid_exact_evm_insufficient_balance',
  simulationFailed: 'invalid_exact_evm_transaction_simulation_failed',
  transactionFailed: 'invalid_exact_evm_transaction_failed',
  invalidSignature: 'invalid_exact_evm_signature',
  validBefore: 'invalid_exact_evm_payload_authorization_valid_before',
  recipientMismatch: 'invalid_exact_evm_recipient_mismatch',
}

/**
 * Reads the chain before anything is stored.
 *
 * @throws {AppError} `chain_unavailable` when it fails: an unreachable node says nothing about a
 *   payment.
 */
export async function readChain<Result>(
  { log }: Pick<Context, 'log'>,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn({ err: error }, 'the chain could not be read for an x402 payment')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable right now. Retry in a moment.',
      { retryAfterMs: 2_000 },
    )
  }
}
