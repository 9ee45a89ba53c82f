import type { Context } from '../../platform/context.js'
import { fingerprintOf } from '../derived-key.js'
import { listMasterKeys } from './merchant-secret-store.js'

/** Whether the database was written, at least in part, under our `MASTER_KEY`, or not at all yet. */
export async function isMasterKeyKnown(ctx: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const masterKeys = await listMasterKeys(ctx.db)
  return masterKeys.length === 0 || masterKeys.includes(fingerprintOf(ctx.config.masterKey))
}
