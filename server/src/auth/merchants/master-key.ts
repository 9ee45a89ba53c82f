import { ConfigError } from '../../platform/config/setting.js'
import type { Context } from '../../platform/context.js'
import { nullWithoutTables } from '../../platform/doctor/describe-error.js'
import { type Finding, good, problem, skipped } from '../../platform/doctor/finding.js'
import type { DoctorContext, Section } from '../../platform/doctor/section.js'
import { fingerprintOf } from '../../platform/secrets/derived-key.js'
import { listMasterKeys } from './merchant-secret-store.js'

const mismatch =
  'MASTER_KEY: this database was written with another key. Processes that share a database must share MASTER_KEY, ' +
  'JWT_SECRET and CRON_SECRET; a sandbox stores them in secrets.json in its DATA_DIR'

/**
 * Requires that this database was written with our `MASTER_KEY`. With another one, all developer
 * keys are unknown and audit chains look broken. A sandbox only raises an alert, because it creates
 * a new demo key.
 *
 * @throws {ConfigError} in live mode.
 */
export async function requireMasterKey(
  ctx: Pick<Context, 'db' | 'config' | 'alerts'>,
): Promise<void> {
  if (await isMasterKeyKnown(ctx)) return
  if (ctx.config.mode === 'live') throw new ConfigError([mismatch])
  ctx.alerts.raise({ name: 'master_key_mismatch', message: mismatch })
}

/** Returns whether the database has data under our `MASTER_KEY`, or none under any. */
export async function isMasterKeyKnown(ctx: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const masterKeys = await listMasterKeys(ctx.db)
  return masterKeys.length === 0 || masterKeys.includes(fingerprintOf(ctx.config.masterKey))
}

/** Checks that the database was written with our `MASTER_KEY`. */
export const masterKeySection: Section = {
  title: 'Master key',
  needs: ['database'],
  check: checkMasterKey,
}

async function checkMasterKey({ db, config, hasMasterKey }: DoctorContext): Promise<Finding[]> {
  if (!db || !hasMasterKey) return [skipped('Not checked, because MASTER_KEY is not set.')]
  return [describeMasterKey(await nullWithoutTables(isMasterKeyKnown({ db, config })))]
}

export function describeMasterKey(isKnown: boolean | null): Finding {
  if (isKnown === null) return skipped('The database has no keys yet.')
  if (isKnown) return good('MASTER_KEY fits the database.')
  return problem(
    'The database was written with another MASTER_KEY.',
    'Restore the MASTER_KEY that belongs to this database. It cannot be changed.',
  )
}
