import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { readTimeZone } from '../../lib/local-days.js'
import type { TxContext } from '../../platform/context.js'
import { defaultSettings } from './default-settings.js'
import { findTimeZone } from './store.js'

/**
 * Returns the canonical name of the time zone that a query names, or else that of the shop.
 *
 * @throws {AppError} `invalid_input` for an unknown zone.
 */
export async function getTimeZone(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, timeZone = '' }: { merchant: Address; timeZone?: string | undefined },
): Promise<string> {
  if (timeZone === '') {
    return (await findTimeZone(ctx.db, merchant)) ?? defaultSettings(ctx.config).timeZone
  }
  const name = readTimeZone(timeZone)
  if (name === null) {
    throw invalidInput('timeZone must be an IANA time zone, such as Europe/Berlin or UTC.')
  }
  return name
}
