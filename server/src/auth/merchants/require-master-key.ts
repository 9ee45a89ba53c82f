import { ConfigError } from '../../platform/config/config-error.js'
import type { Context } from '../../platform/context.js'
import { isMasterKeyKnown } from './is-master-key-known.js'

const problem =
  'MASTER_KEY: this database was written with another key. Processes that share a database must share MASTER_KEY, ' +
  'JWT_SECRET and CRON_SECRET; a sandbox stores them in secrets.json in its DATA_DIR'

/**
 * Requires that this database was written with our `MASTER_KEY`. With another one, all developer keys are unknown and
 * audit chains look broken. A sandbox only raises an alert, because it creates a new demo key.
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
