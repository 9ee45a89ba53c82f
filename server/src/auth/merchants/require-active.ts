import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { findSuspension, ownsSuspended } from './suspension-store.js'

/**
 * Requires that a merchant is not suspended. Guards do this for merchants that the caller acts for;
 * verbs do it for others.
 *
 * @throws {AppError} `merchant_suspended`.
 */
export async function requireActive(
  { db }: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<void> {
  if (await findSuspension(db, merchant)) throw merchantSuspended()
}

/**
 * Requires that a wallet owns no suspended merchant, before it gets another one, which would lift
 * the suspension.
 *
 * @throws {AppError} `merchant_suspended`.
 */
export async function requireActiveOwner(
  { db }: Pick<TxContext, 'db'>,
  wallet: Address,
): Promise<void> {
  if (await ownsSuspended(db, wallet)) throw merchantSuspended()
}

function merchantSuspended(): AppError {
  return new AppError(
    'merchant_suspended',
    'This merchant is suspended: its data can be read, but not changed. Contact the operator of the platform.',
  )
}

/**
 * Creates the check that keys and staff of a suspended merchant do not write. It runs after the
 * merchant is chosen. Buyers are not affected: they can still pay existing receipts.
 */
export function requireMayWrite(ctx: Pick<Context, 'db'>): preValidationHookHandler {
  return (request, _reply, done) => {
    const { caller } = request
    if (caller?.kind === 'signer' && caller.merchant) {
      requireActive(ctx, caller.merchant).then(() => done(), done)
    } else if (isSuspended(request)) done(merchantSuspended())
    else done()
  }
}

function isSuspended({ caller }: FastifyRequest): boolean {
  return caller !== null && 'isSuspended' in caller && caller.isSuspended
}
