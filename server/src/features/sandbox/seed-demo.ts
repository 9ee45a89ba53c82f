import { issueKey } from '../../auth/keys/issue-key.js'
import { formatKey } from '../../auth/keys/key-format.js'
import { findDeveloperKey } from '../../auth/keys/key-store.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { scopes } from '../../auth/scopes.js'
import type { Address } from '../../lib/hex.js'
import { encodeBase32 } from '../../lib/ids.js'
import type { Context } from '../../platform/context.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import { seedItems } from '../inventory/seed-items.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { seedSplit } from '../split/seed-split.js'
import { seedPlan } from '../subscriptions/plans/seed-plan.js'
import { demoPlan, demoShop, otherShop } from './demo-shops.js'
import { type DemoWallet, demoMerchant, otherMerchant } from './demo-wallets.js'
import { readDemoItems } from './read-demo-items.js'

export type DemoMerchant = { wallet: DemoWallet; apiKey: string; shopSlug: string }

export type Demo = DemoMerchant & {
  split: Address
  /** Null on a chain without known tokens. */
  planId: string | null
  other: DemoMerchant
}

const plan = 'enterprise'

/**
 * Creates two merchants with a shop, items and a key each, the same at every start with the same `DATA_DIR`. Keeps later
 * changes. Sandbox mode only.
 */
export async function seedDemo(ctx: Context, demoKeySecret: string): Promise<Demo> {
  const demo = await seedMerchant(ctx, {
    wallet: demoMerchant,
    shop: demoShop,
    secret: demoKeySecret,
  })
  // The other merchant has no split, so that both cases can be tried.
  const split = await seedSplit(ctx, { merchant: demoMerchant.address })
  // After the split, which its charges go to.
  const planId = await seedPlan(ctx, { merchant: demoMerchant.address, ...demoPlan })
  const other = await seedMerchant(ctx, {
    wallet: otherMerchant,
    shop: otherShop,
    secret: `${demoKeySecret}:other`,
  })
  return { ...demo, split: split.address, planId, other }
}

async function seedMerchant(
  ctx: Context,
  input: {
    wallet: DemoWallet
    shop: typeof demoShop
    secret: string
  },
): Promise<DemoMerchant> {
  const { wallet, shop, secret } = input
  const merchant = wallet.address
  const createdAt = ctx.now()
  await insertMerchant(ctx.db, {
    wallet: merchant,
    subscriptionId: ctx.newId('dsub'),
    plan,
    createdAt,
  })

  const apiKey = await seedKey(ctx, { merchant, secret })
  await seedShopConfig(ctx, { merchant, config: shop })
  await seedItems(ctx, { merchant, items: readDemoItems(shop.slug) })
  const { slug: shopSlug } = await getShopConfig(ctx, merchant)
  return { wallet, apiKey, shopSlug }
}

/** Returns the first key that is still valid. A revoked key gets a successor at the next start. */
async function seedKey(
  ctx: Context,
  { merchant, secret }: { merchant: Address; secret: string },
): Promise<string> {
  for (let generation = 0; ; generation += 1) {
    const randomness = deriveKey(`${secret}${generation || ''}`, 'demo-key', 40)
    const name = encodeBase32(randomness.subarray(0, 10))
    const id = `key_${name}`
    const subscriptionId = `dsub_${name}`
    const terms = { merchant, id: subscriptionId, callsPerMinute: null, createdAt: ctx.now() }
    await upsertPlanSubscription(ctx.db, { ...terms, plan })
    await issueKey(ctx, { merchant, id, name: 'Demo key', scopes, subscriptionId, randomness })
    const isGood = await findDeveloperKey(ctx.db, { merchant, id, now: ctx.now() })
    if (isGood) return formatKey(ctx.config.mode, randomness)
  }
}
