import { invalidInput } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { readTarget } from '../../../platform/outbound/read-target.js'
import { requirePublicTarget } from '../../../platform/outbound/require-public-target.js'

const rule = {
  live: 'url must be an absolute https URL on the public internet, on a port that browsers allow, without user and password, with at most 2048 characters.',
  sandbox:
    'url must be an absolute http or https URL, without user and password, with at most 2048 characters.',
}

/**
 * Returns a webhook URL in normalized form. Resolves its host, so do not call it within a
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
  if (!url) throw invalidInput(rule[mode])
  await requirePublicTarget(ctx, { url: url.href, field: 'url' })
  return url.href
}
