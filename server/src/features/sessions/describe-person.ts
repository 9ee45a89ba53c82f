import { isOperator } from '../../auth/roles.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { listShopNames } from '../shop/list-shops.js'

/** Returns a signed-in person and the merchants they can act for. */
export async function describePerson(ctx: Context, person: Person) {
  const { wallet, memberships, csrfToken } = person
  const names = await listShopNames(
    ctx,
    memberships.map(({ merchant }) => merchant),
  )
  return {
    ok: true as const,
    wallet: checksumAddress(wallet),
    merchants: memberships.map(({ merchant, role }) => ({
      wallet: checksumAddress(merchant),
      name: names.get(merchant) ?? '',
      role,
    })),
    isOperator: isOperator(ctx.config, wallet),
    csrfToken,
  }
}
