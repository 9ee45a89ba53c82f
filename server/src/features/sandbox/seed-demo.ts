import { deriveKey } from '../../auth/derived-key.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import { formatKey } from '../../auth/keys/key-format.js'
import { insertMerchant, upsertPlanSubscription } from '../../auth/merchants/merchant-store.js'
import { scopes } from '../../auth/scopes.js'
import { encodeBase32 } from '../../lib/ids.js'
import type { Context } from '../../platform/context.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { demoShop, otherShop } from './demo-shops.js'
import { type DemoWallet, demoMerchant, otherMerchant } from './demo-wallets.js'

export type DemoMerchant = { wallet: DemoWallet; apiKey: string; shopSlug: string }

export type Demo = DemoMerchant & { other: DemoMerchant }

/** The demo key is for examples and checks, which must not be throttled. Every other key has real limits. */
const demoCallsPerMinute = 100_000

/**
 * Makes two merchants with a shop and a key each, the same ones on every start of the same `DATA_DIR`.
 * What somebody has changed since stays changed. Called in sandbox mode only.
 */
export async function seedDemo(ctx: Context, demoKeySecret: string): Promise<Demo> {
  const demo = await seedMerchant(ctx, {
    wallet: demoMerchant,
    shop: demoShop,
    randomness: deriveKey(demoKeySecret, 'demo-key', 40),
    callsPerMinute: demoCallsPerMinute,
  })
  const other = await seedMerchant(ctx, {
    wallet: otherMerchant,
    shop: otherShop,
    randomness: deriveKey(demoKeySecret, 'other-demo-key', 40),
    callsPerMinute: null,
  })
  return { ...demo, other }
}

async function seedMerchant(
  ctx: Context,
  input: {
    wallet: DemoWallet
    shop: typeof demoShop
    randomness: Uint8Array
    callsPerMinute: number | null
  },
): Promise<DemoMerchant> {
  const { wallet, shop, randomness, callsPerMinute } = input
  const merchant = wallet.address
  const createdAt = ctx.now()
  const plan = 'enterprise'
  await insertMerchant(ctx.db, {
    wallet: merchant,
    subscriptionId: ctx.newId('dsub'),
    plan,
    createdAt,
  })

  // The key's own, apart from the merchant's: keys made in the console have a plan's ordinary limits.
  const subscriptionId = `dsub_${encodeBase32(randomness.subarray(0, 10))}`
  const terms = { merchant, id: subscriptionId, plan, callsPerMinute, createdAt } as const
  await upsertPlanSubscription(ctx.db, terms)
  await issueKey(ctx, {
    merchant,
    id: `key_${encodeBase32(randomness.subarray(0, 10))}`,
    name: 'Demo key',
    scopes,
    subscriptionId,
    randomness,
  })
  await seedShopConfig(ctx, { merchant, config: shop })
  const { slug: shopSlug } = await getShopConfig(ctx, merchant)
  return { wallet, apiKey: formatKey(ctx.config.mode, randomness), shopSlug }
}
