import type { Context } from '../../platform/context.js'
import { fingerprintOf } from '../../platform/secrets/derived-key.js'
import { listMasterKeys } from './merchant-secret-store.js'

/** Returns whether the database has data under our `MASTER_KEY`, or none under any. */
export async function isMasterKeyKnown(ctx: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const masterKeys = await listMasterKeys(ctx.db)
  return masterKeys.length === 0 || masterKeys.includes(fingerprintOf(ctx.config.masterKey))
}
