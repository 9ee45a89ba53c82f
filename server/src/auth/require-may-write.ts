import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { Context } from '../platform/context.js'
import { merchantSuspended, requireActive } from './merchants/require-active.js'

/**
 * Creates the check that keys and staff of a suspended merchant do not write. It runs after the merchant is chosen. Buyers
 * are not affected: they can still pay existing receipts.
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
  return (caller?.kind === 'developer' || caller?.kind === 'person') && caller.isSuspended
}
