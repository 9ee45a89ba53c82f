import { ConfigError } from '../../platform/config/config-error.js'
import type { Context } from '../../platform/context.js'
import { isMasterKeyKnown } from './is-master-key-known.js'

const problem =
  'MASTER_KEY: this database was written under another one. Processes that share a database share MASTER_KEY, ' +
  'JWT_SECRET and CRON_SECRET; those of a sandbox are in secrets.json of its DATA_DIR'

/**
 * Makes sure that this database was written under our `MASTER_KEY`. Under another one no key is known, none
 * can be read and audit chains look broken. A sandbox may go on all the same: it makes its demo key anew.
 *
 * @throws {ConfigError} in live mode.
 */
export async function requireMasterKey(
  ctx: Pick<Context, 'db' | 'config' | 'alerts'>,
): Promise<void> {
  if (await isMasterKeyKnown(ctx)) return
  if (ctx.config.mode === 'live') throw new ConfigError([problem])
  ctx.alerts.raise({ name: 'master_key_mismatch', message: problem })
}
