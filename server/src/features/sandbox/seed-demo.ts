import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueKey } from '../../auth/keys/issue-key.js'
import { formatKey } from '../../auth/keys/key-format.js'
import { findDeveloperKey } from '../../auth/keys/key-store.js'
import { insertMerchant } from '../../auth/merchants/merchant-store.js'
import { upsertPlanSubscription } from '../../auth/merchants/plan-store.js'
import { scopes } from '../../auth/scopes.js'
import type { Address } from '../../lib/hex.js'
import { encodeBase32 } from '../../lib/ids.js'
import { hashOfReference, mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import { projectRoot } from '../../platform/project-root.js'
import { deriveKey } from '../../platform/secrets/derived-key.js'
import type { UpsertItemBody } from '../inventory/schemas.js'
import { seedItems } from '../inventory/seed-items.js'
import { storeDataUri } from '../media/store-images.js'
import { getShopConfig, getVersionedShop } from '../shop/get-shop-config.js'
import { seedShopConfig } from '../shop/seed-shop-config.js'
import { seedSplit } from '../split/seed-split.js'
import { seedPlan } from '../subscriptions/plans/create-plan.js'
import { demoPlan, demoShop, otherShop } from './demo-shops.js'
import { type DemoWallet, demoMerchant, otherMerchant } from './demo-wallets.js'

type WrittenItem = UpsertItemBody & { picture: string }

export type DemoMerchant = { wallet: DemoWallet; apiKey: string; shopSlug: string }

export type Demo = DemoMerchant & {
  split: Address
  /** Null on a chain without known tokens. */
  planId: string | null
  other: DemoMerchant
}

const plan = 'enterprise'

/**
 * Creates two merchants with a shop, items and a key each, the same at every start with the same
 * `DATA_DIR`. Keeps later changes. Sandbox mode only.
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
  { wallet, shop, secret }: { wallet: DemoWallet; shop: typeof demoShop; secret: string },
): Promise<DemoMerchant> {
  const merchant = wallet.address
  const subscriptionId = ctx.newId('dsub')
  await insertMerchant(ctx.db, { wallet: merchant, subscriptionId, plan, createdAt: ctx.now() })

  const apiKey = await seedKey(ctx, { merchant, secret })
  await seedShop(ctx, { merchant, shop })
  await seedItems(ctx, { merchant, items: readDemoItems(shop.slug) })
  const { slug: shopSlug } = await getShopConfig(ctx, merchant)
  return { wallet, apiKey, shopSlug }
}

/** Creates the shop with its logo and cover, unless it was changed before. */
async function seedShop(
  ctx: Context,
  { merchant, shop }: { merchant: Address; shop: typeof demoShop },
): Promise<void> {
  // Decoding the pictures takes time, so it is not repeated at every start.
  const isNew = (await getVersionedShop(ctx, merchant)).version === 0
  const theme = isNew
    ? {
        ...shop.theme,
        brandLogoUrl: await storeDemoPicture(ctx, `logo-${shop.slug}.webp`),
        coverPhotoUrl: await storeDemoPicture(ctx, `cover-${shop.slug}.webp`),
      }
    : shop.theme
  await seedShopConfig(ctx, { merchant, config: { ...shop, theme } })
}

/** Stores a picture of a demo shop and returns its address. */
async function storeDemoPicture(ctx: Context, name: string): Promise<string> {
  const stored = await storeDataUri(ctx, readPicture(name), { field: name, isPublic: true })
  return mediaUrl(ctx.config.baseUrl, hashOfReference(stored) ?? '')
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
    const isValid = await findDeveloperKey(ctx.db, { merchant, id, now: ctx.now() })
    if (isValid) return formatKey(ctx.config.mode, randomness)
  }
}

/**
 * Reads the items of a demo shop, each with its picture.
 *
 * @throws {Error} when the shop has no items.
 */
export function readDemoItems(shopSlug: string): UpsertItemBody[] {
  const written: Record<string, WrittenItem[]> = JSON.parse(readDemoFile('items.json').toString())
  const items = written[shopSlug]
  if (!items) throw new Error(`no demo items for ${shopSlug}`)
  return items.map(({ picture, ...item }) => ({ ...item, images: [readPicture(picture)] }))
}

function readPicture(name: string): string {
  return `data:image/webp;base64,${readDemoFile(name).toString('base64')}`
}

function readDemoFile(name: string): Buffer {
  return readFileSync(join(projectRoot(), 'server', 'data', 'demo-items', name))
}
