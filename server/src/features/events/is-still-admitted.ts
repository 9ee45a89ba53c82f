import type { Caller } from '../../auth/caller.js'
import { findDeveloperKey } from '../../auth/keys/key-store.js'
import type { Context } from '../../platform/context.js'

/** Reports whether a developer key is still valid. Streams of signed-in users end every minute instead. */
export async function isStillAdmitted(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller | null,
): Promise<boolean> {
  if (caller?.kind !== 'developer') return true
  const { wallet: merchant, keyId: id } = caller
  return (await findDeveloperKey(ctx.db, { merchant, id, now: ctx.now() })) !== null
}
