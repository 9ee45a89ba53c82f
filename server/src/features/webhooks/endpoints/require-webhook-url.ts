import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { readTarget } from '../../../platform/outbound/read-target.js'
import { requirePublicTarget } from '../../../platform/outbound/require-public-target.js'

const rule = {
  live: 'url must be an absolute https address on the public internet, without user and password, at most 2048 characters',
  sandbox:
    'url must be an absolute http or https address, without user and password, at most 2048 characters',
}

/**
 * The address a caller wants called, in the form that is kept. It is looked up, so not within a
 * transaction.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireWebhookUrl(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  text: string,
): Promise<string> {
  const { mode } = ctx.config
  const url = readTarget(text, mode)
  if (!url) throw new AppError('invalid_input', rule[mode])
  await requirePublicTarget(ctx, { url: url.href, field: 'url' })
  return url.href
}
