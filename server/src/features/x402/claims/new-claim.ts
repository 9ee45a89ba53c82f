import { createHash } from 'node:crypto'
import { SECOND_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { readChain } from '../facilitator/facilitator.js'
import type { PaidRequest } from '../paid-request.js'
import type { Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'
import type { Claim } from './claim.js'

/** Its request resolves a claim itself for this long. Afterwards a job does. */
const requestMs = 60 * SECOND_MS

/**
 * Returns a claim of the payment in a request, as of the newest block.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function newClaim(
  ctx: Pick<Context, 'log' | 'now' | 'newId'>,
  input: {
    chain: Chain
    request: PaidRequest
    proof: Proof
    terms: Terms
    secretHash: Buffer | null
  },
): Promise<Claim> {
  const { chain, request, proof, terms } = input
  const head = await readChain(ctx, () => chain.findBlock('latest'))
  const now = ctx.now()
  return {
    chainId: terms.chainId,
    asset: terms.token.address,
    payer: proof.payer,
    nonce: proof.nonce,
    holder: ctx.newId('run'),
    state: 'claimed',
    route: request.route,
    fingerprint: request.fingerprint,
    idempotencyHash: input.secretHash,
    payTo: terms.payTo,
    units: terms.units,
    validBeforeSeconds: proof.validBeforeSeconds,
    subject: terms.subject,
    claimedAtBlock: head?.number ?? 0n,
    transactionId: null,
    transactionHash: null,
    error: null,
    subscriptionId: null,
    unconfirmedBlock: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns when a job takes over a claim that its request left open. */
export function nextTryAt({ now }: Pick<Context, 'now'>): UnixMs {
  return unixMs(now() + requestMs)
}

/** Hashes the secret that repeats a response: the Idempotency-Key, or the payment's id. */
export function hashSecret(input: { idempotencyKey: string | null; proof: Proof }): Buffer | null {
  const { idempotencyKey, proof } = input
  const secret = idempotencyKey ?? proof.paymentId
  return secret === null ? null : createHash('sha256').update(secret).digest()
}

/** Returns whether a secret is that of the request which made the claim. False without one. */
export function isSameSecret(
  { idempotencyHash }: Pick<Claim, 'idempotencyHash'>,
  secretHash: Buffer | null,
): boolean {
  return idempotencyHash !== null && secretHash !== null && idempotencyHash.equals(secretHash)
}
