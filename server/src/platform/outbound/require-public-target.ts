import { AppError } from '../../lib/errors.js'
import type { Context } from '../context.js'
import { hostOf } from './host-of.js'
import { lookUp } from './look-up.js'
import { isPublicAddress } from './public-address.js'

/** Somebody waits for the answer. */
const withinMs = 1_500

/**
 * Passes when an address leads to the public internet, as far as can be told now: in live mode its name is
 * looked up. A name that nobody answers for at the moment passes, because unknown is not wrong and
 * every call looks again.
 *
 * @throws {AppError} `invalid_input`, when any of its addresses is not public.
 */
export async function requirePublicTarget(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  { url, field }: { url: string; field: string },
): Promise<void> {
  if (ctx.config.mode !== 'live') return
  const found = await lookUp(ctx.resolveHost, { host: hostOf(new URL(url)), withinMs })
  if (found.kind !== 'found' || found.addresses.every(isPublicAddress)) return

  throw new AppError('invalid_input', `${field} must be an address on the public internet`)
}
