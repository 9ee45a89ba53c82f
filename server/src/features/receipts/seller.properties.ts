import { aDeveloper } from '../../../test/factories.js'
import type { TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import type { Role } from '../../auth/roles.js'
import type { Address } from '../../lib/hex.js'
import type { ShopConfigChange } from '../shop/schemas.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { seedSplit } from '../split/seed-split.js'

export type Seller = Awaited<ReturnType<typeof aSeller>>

/** A signed-in owner with a developer key who can sell: with a split, and with the items a test names. */
export async function aSeller(
  app: TestApp,
  options: {
    config?: ShopConfigChange
    items?: object[]
    hasSplit?: boolean
  } = {},
) {
  const { config, items = [], hasSplit = true } = options
  const owner = await signIn(app)
  const { wallet } = owner
  const { apiKey, keyId } = await aDeveloper(app.ctx, { wallet, callsPerMinute: 1_000_000 })
  if (config) await seedShopConfig(app.ctx, { merchant: wallet, config })
  if (hasSplit) await seedSplit(app.ctx, { merchant: wallet })

  const headers = { 'x-api-key': apiKey }
  const ids: Record<string, string> = {}
  for (const payload of items) {
    const response = await app.inject({ method: 'POST', url: '/api/inventory', headers, payload })
    if (response.statusCode !== 200) throw new Error(`no item was made: ${response.body}`)
    const { item } = response.json()
    ids[item.sku] = item.id
  }

  return {
    wallet,
    owner,
    keyId,
    headers,
    /** The items' ids by their SKUs. */
    ids,
    /** By the developer key. */
    get: (url: string) => app.inject({ url, headers }),
    post: (url: string, payload: object, more: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload }),
    /** By the owner, from our own pages. */
    act: (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers: owner.headers, payload }),
  }
}

/** Somebody signed in who works for a merchant, besides having a shop of their own. */
export async function aMember(
  app: TestApp,
  { merchant, role }: { merchant: Address; role: Role },
): Promise<SignedIn> {
  const member = await signIn(app)
  await app.ctx.db.query(
    'insert into members (merchant, wallet, role, created_at, joined_at) values ($1, $2, $3, 0, 0)',
    [merchant, member.wallet, role],
  )
  return member
}
