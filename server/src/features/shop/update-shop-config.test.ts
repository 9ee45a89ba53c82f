import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { aPicture } from '../../../test/fixtures/pictures.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { mediaUrl } from '../../lib/media-reference.js'
import { DAY_MS } from '../../lib/time.js'
import { listChanges } from '../audit/routes.js'
import { storePicture } from '../media/store-picture.js'
import { pruneSlugs } from './feature.js'
import { getShopConfig } from './get-shop-config.js'
import type { ShopConfigChange } from './schemas.js'
import { findFormerHolder } from './slugs/move-to-slug.js'
import { updateShopConfig } from './update-shop-config.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

function update(merchant: Address, change: ShopConfigChange) {
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  return updateShopConfig(ctx, { change, by })
}

async function changesOf(merchant: Address) {
  const page = { merchant, action: null, below: Number.MAX_SAFE_INTEGER, limit: 200 }
  return (await listChanges(ctx, page)).entries
}

async function storedOf(merchant: Address) {
  const { rows } = await ctx.db.query<{ config: object }>(
    'select config from shops where merchant = $1',
    [merchant],
  )
  return rows[0]?.config ?? null
}

async function slugsOf(merchant: Address) {
  const { rows } = await ctx.db.query<{ slug: string }>(
    'select slug from shop_slugs where merchant = $1 and released_at is null',
    [merchant],
  )
  return rows.map(({ slug }) => slug)
}

const aSlug = () => `slug-${randomBytes(8).toString('hex')}`

describe('updateShopConfig', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const config = await update(merchant, { name: 'Blue', theme: { primaryColor: '#0b5' } })

    expect(config).toMatchObject({ name: 'Blue', theme: { primaryColor: '#0b5' } })
    expect(config.theme.secondaryColor).toBe('#1C1B19')
    expect(config.updatedAt).toBe(testNow)
    expect(await getShopConfig(ctx, merchant)).toEqual(config)
  })

  test('behavior: merges objects and replaces lists and values', async () => {
    const merchant = await aMerchant()
    await update(merchant, {
      keywords: ['a', 'b'],
      tax: { taxId: 'DE1', defaultTaxRate: 0.19, defaultJurisdictionCode: 'DE' },
    })
    const config = await update(merchant, { keywords: ['c'], tax: { defaultTaxRate: null } })

    expect(config.keywords).toEqual(['c'])
    expect(config.tax).toMatchObject({
      taxId: 'DE1',
      defaultTaxRate: null,
      defaultJurisdictionCode: 'DE',
    })
  })

  test('behavior: stores only changed fields', async () => {
    const merchant = await aMerchant()
    const shopConfig = await getShopConfig(ctx, merchant)
    await update(merchant, {
      ...shopConfig,
      name: 'Blue',
      theme: { ...shopConfig.theme, brandName: 'B' },
    })
    expect(await storedOf(merchant)).toEqual({ name: 'Blue', theme: { brandName: 'B' } })
  })

  test('behavior: drops unknown fields', async () => {
    const merchant = await aMerchant()
    const change = { name: 'Blue', color: 'red', theme: { css: 'x' }, wallet: '0x0', updatedAt: 5 }
    await update(merchant, change as ShopConfigChange)
    expect(await storedOf(merchant)).toEqual({ name: 'Blue' })
  })

  test('behavior: records the change in the audit log', async () => {
    const merchant = await aMerchant()
    await update(merchant, { name: 'Blue', layout: { mode: 'list' } })
    await update(merchant, { name: 'Blue', layout: { mode: 'grid' }, keywords: ['tea'] })

    expect(await changesOf(merchant)).toMatchObject([
      {
        action: 'shop.updated',
        target: merchant,
        actor: merchant,
        role: 'owner',
        correlationId: 'test',
        before: { keywords: [], layout: { mode: 'list' } },
        after: { keywords: ['tea'], layout: { mode: 'grid' } },
      },
      {
        before: { name: '', layout: { mode: 'grid' } },
        after: { name: 'Blue', layout: { mode: 'list' } },
      },
    ])
  })

  test('behavior: does not record a change without effect', async () => {
    const merchant = await aMerchant()
    expect(await update(merchant, { listed: false })).toMatchObject({ updatedAt: 0 })
    const config = await update(merchant, {
      name: 'Blue',
      tax: { overrides: [{ code: 'DE', components: [{ code: 'vat', name: 'VAT', rate: 0.19 }] }] },
    })

    ctx.clock.advance(1_000)
    expect(await update(merchant, {})).toEqual(config)
    expect(await update(merchant, { name: ' Blue ', color: 'red' } as ShopConfigChange)).toEqual(
      config,
    )
    expect(await update(merchant, config)).toEqual(config)
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('error: an image of our media store must exist', async () => {
    const merchant = await aMerchant()
    const stored = await storePicture(ctx, await aPicture())
    const url = 'picture' in stored ? mediaUrl('http://tally.test', stored.picture.hash) : ''
    const theme = { brandLogoUrl: url, brandFaviconUrl: 'https://other.test/media/icon.png' }
    expect(await update(merchant, { theme })).toMatchObject({ theme })

    for (const missing of [mediaUrl('http://tally.test', 'a'.repeat(64)), `${url}.png`]) {
      const change = { name: 'Blue', theme: { brandFaviconUrl: missing } }
      await expect(update(merchant, change)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^theme.brandFaviconUrl refers to a picture that does not/),
      })
    }
    expect(await getShopConfig(ctx, merchant)).toMatchObject({ name: '', theme })

    // A picture that was lost later does not stop other changes.
    await ctx.db.query('delete from media')
    expect(await update(merchant, { name: 'Blue', theme })).toMatchObject({ name: 'Blue', theme })
  })

  test('behavior: keeps all concurrent updates, also the first', async () => {
    const merchant = await aMerchant()
    const changes: ShopConfigChange[] = [
      { name: 'Blue' },
      { description: 'Coffee' },
      { theme: { primaryColor: '#0b5' } },
      { theme: { secondaryColor: '#111' } },
      { tax: { taxId: 'DE1' } },
      { tax: { defaultTaxRate: 0.19 } },
      { fees: { processingFeePct: 1.5 } },
      { payments: { expiryMinutes: 30 } },
    ]
    await Promise.all(changes.map((change) => update(merchant, change)))

    expect(await storedOf(merchant)).toEqual({
      name: 'Blue',
      description: 'Coffee',
      theme: { primaryColor: '#0b5', secondaryColor: '#111' },
      tax: { taxId: 'DE1', defaultTaxRate: 0.19 },
      fees: { processingFeePct: 1.5 },
      payments: { expiryMinutes: 30 },
    })
    expect(await changesOf(merchant)).toHaveLength(changes.length)
  })

  test('error: an invalid field changes nothing', async () => {
    const merchant = await aMerchant()
    const refused = update(merchant, { name: 'Blue', theme: { primaryColor: 'red' } })
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'theme.primaryColor must be a color such as #8A4B14',
    })
    expect(await storedOf(merchant)).toBeNull()
    expect(await changesOf(merchant)).toEqual([])
  })

  test('error: refuses a default token that is not accepted', async () => {
    const merchant = await aMerchant()
    const refused = { code: 'invalid_input', message: expect.stringContaining('acceptedTokens') }
    const onlyEther: ShopConfigChange = { payments: { acceptedTokens: ['ETH'] } }
    await expect(update(merchant, onlyEther)).rejects.toMatchObject(refused)

    await update(merchant, { payments: { defaultPaymentToken: 'ETH' } })
    const { payments } = await update(merchant, onlyEther)
    expect(payments).toMatchObject({ defaultPaymentToken: 'ETH', acceptedTokens: ['ETH'] })
    const back = update(merchant, { payments: { defaultPaymentToken: 'USDC' } })
    await expect(back).rejects.toMatchObject(refused)
  })
})

describe('listing a shop', () => {
  const refused = { code: 'invalid_input', message: 'A listed shop must have a name and a slug.' }

  test('default', async () => {
    const merchant = await aMerchant()
    const config = await update(merchant, { listed: true, name: 'Blue', slug: aSlug() })
    expect(config.listed).toBe(true)
  })

  test('behavior: accepts an existing name and slug', async () => {
    const merchant = await aMerchant()
    await update(merchant, { name: 'Blue', slug: aSlug() })
    expect((await update(merchant, { listed: true })).listed).toBe(true)
  })

  test.each<[string, ShopConfigChange]>([
    ['nothing', {}],
    ['a name only', { name: 'Blue' }],
    ['a slug only', { slug: 'only-a-slug' }],
    ['a name of spaces', { name: '  ', slug: 'name-of-spaces' }],
  ])('error: refuses %s', async (_name, change) => {
    const merchant = await aMerchant()
    await expect(update(merchant, { ...change, listed: true })).rejects.toMatchObject(refused)
    expect(await slugsOf(merchant)).toEqual([])
  })

  test.each<ShopConfigChange>([{ name: '' }, { slug: '' }])(
    'error: refuses %j while listed',
    async (change) => {
      const merchant = await aMerchant()
      const slug = aSlug()
      await update(merchant, { listed: true, name: 'Blue', slug })
      await expect(update(merchant, change)).rejects.toMatchObject(refused)
      expect(await slugsOf(merchant)).toEqual([slug])
      expect(await update(merchant, { ...change, listed: false })).toMatchObject(change)
    },
  )
})

describe('names of a shop that was listed', () => {
  const prune = () => pruneSlugs.run(ctx, new AbortController().signal)

  test.each<[string, ShopConfigChange]>([
    ['another name and slug', { name: 'Unlike', slug: aSlug() }],
    ['the end of the listing', { listed: false }],
  ])('behavior: stay reserved after %s', async (_kind, change) => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const [name, slug] = [`Fig ${aSlug()}`, aSlug()]
    const rival = { name, slug: aSlug(), listed: true }
    await update(first, { name, slug, listed: true })
    ctx.clock.advance(DAY_MS)
    await update(first, change)
    await prune()
    expect(await update(second, rival)).toMatchObject({ listing: 'review' })
    const back = await update(first, { name, slug, listed: true })
    expect(back).toMatchObject({ listing: 'listed' })

    await update(first, change)
    ctx.clock.advance(180 * DAY_MS + 1)
    expect(await update(second, { description: 'Figs' })).toMatchObject({ listing: 'listed' })
    await prune()
    const { rows } = await ctx.db.query(
      'select 1 from listed_names where merchant = $1 and released_at is not null',
      [first],
    )
    expect(rows).toEqual([])
  })

  test('behavior: are free after less than a day', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const name = `Fig ${aSlug()}`
    await update(first, { name, slug: aSlug(), listed: true })
    ctx.clock.advance(DAY_MS - 1)
    await update(first, { listed: false })
    const rival = await update(second, { name, slug: aSlug(), listed: true })
    expect(rival).toMatchObject({ listing: 'listed' })
  })
})

describe('claiming a slug', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const slug = aSlug()
    expect((await update(merchant, { slug })).slug).toBe(slug)
    expect(await slugsOf(merchant)).toEqual([slug])
  })

  test.each(['another slug', 'no slug'])('behavior: %s reserves the old one', async (kind) => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const slug = aSlug()
    await update(first, { slug })
    await update(first, { slug: kind === 'no slug' ? '' : aSlug() })

    const refused = { code: 'conflict', message: `The slug ${slug} is taken. Choose another one.` }
    await expect(update(second, { slug })).rejects.toMatchObject(refused)
    expect(await findFormerHolder(ctx, slug)).toBe(first)
  })

  test('behavior: a reservation ends after 180 days', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const [slug, other] = [aSlug(), aSlug()]
    await update(first, { slug })
    await update(first, { slug: other })
    ctx.clock.advance(180 * DAY_MS)
    await expect(update(second, { slug })).rejects.toMatchObject({ code: 'conflict' })

    ctx.clock.advance(1)
    expect(await findFormerHolder(ctx, slug)).toBe(null)
    expect((await update(second, { slug })).slug).toBe(slug)
    expect([await slugsOf(first), await slugsOf(second)]).toEqual([[other], [slug]])
    await expect(update(first, { slug })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('behavior: reserves the last three slugs of a shop', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const slugs = Array.from({ length: 5 }, aSlug)
    for (const slug of slugs) {
      ctx.clock.advance(1)
      await update(first, { slug })
    }
    const owners = await Promise.all(slugs.map((slug) => findFormerHolder(ctx, slug)))
    expect(owners).toEqual([null, first, first, first, null])
    expect((await update(second, { slug: slugs[0] ?? '' })).slug).toBe(slugs[0])
    await expect(update(second, { slug: slugs[1] ?? '' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test.each(['was used for a day', 'was listed'])(
    'behavior: quick renames do not free a slug that %s',
    async (kind) => {
      const [first, second] = [await aMerchant(), await aMerchant()]
      const slug = aSlug()
      await update(first, { slug, name: slug, listed: kind === 'was listed' })
      if (kind === 'was listed') await update(first, { listed: false })
      else ctx.clock.advance(DAY_MS)
      for (const other of Array.from({ length: 6 }, aSlug)) {
        ctx.clock.advance(1)
        await update(first, { slug: other })
      }
      expect(await findFormerHolder(ctx, slug)).toBe(first)
      // A return for a moment does not make the use short.
      for (const other of [slug, ...Array.from({ length: 4 }, aSlug)]) {
        ctx.clock.advance(1)
        await update(first, { slug: other })
      }
      await expect(update(second, { slug })).rejects.toMatchObject({ code: 'conflict' })
    },
  )

  test('error: refuses a slug when three others with links are reserved', async () => {
    const merchant = await aMerchant()
    const slugs = Array.from({ length: 4 }, aSlug)
    const released: number[] = []
    for (const slug of slugs) {
      await update(merchant, { slug })
      released.push(ctx.now())
      ctx.clock.advance(DAY_MS)
    }
    // The second slug replaced the first.
    const resetAt = (released[1] ?? 0) + 180 * DAY_MS + 1
    const slug = aSlug()
    const refused = { code: 'rate_limited', fields: { limit: 'former-slugs', resetAt } }
    await expect(update(merchant, { slug })).rejects.toMatchObject(refused)
    expect(await slugsOf(merchant)).toEqual(slugs.slice(3))

    expect((await update(merchant, { slug: slugs[1] ?? '' })).slug).toBe(slugs[1])
    await expect(update(merchant, { slug })).rejects.toMatchObject(refused)
    ctx.clock.advance(resetAt - ctx.now())
    expect((await update(merchant, { slug })).slug).toBe(slug)
    expect(await findFormerHolder(ctx, slugs[0] ?? '')).toBe(null)
  })

  test('behavior: a shop whose new slug waits for review can return to its name', async () => {
    const [shop, neighbor, rival] = [await aMerchant(), await aMerchant(), await aMerchant()]
    await update(shop, { slug: 'nordic-tea', name: 'Nordic Tea', listed: true })
    await update(neighbor, { slug: 'nordic-two', name: 'Nordic Tea House', listed: true })
    ctx.clock.advance(DAY_MS)
    expect(await update(shop, { slug: 'nordic-tea-house' })).toMatchObject({ listing: 'review' })
    const takenName = { slug: 'nordic-three', name: 'Nordic Tea', listed: true }
    expect(await update(rival, takenName)).toMatchObject({ listing: 'review' })
    expect(await update(shop, { slug: 'nordic-tea' })).toMatchObject({ listing: 'listed' })
  })

  test('behavior: a shop can return to its former slug', async () => {
    const merchant = await aMerchant()
    const [slug, other] = [aSlug(), aSlug()]
    await update(merchant, { slug })
    await update(merchant, { slug: other })
    expect((await update(merchant, { slug })).slug).toBe(slug)
    expect(await slugsOf(merchant)).toEqual([slug])
    expect(await findFormerHolder(ctx, slug)).toBe(null)
    expect(await findFormerHolder(ctx, other)).toBe(merchant)
  })

  test('behavior: a job deletes reservations that have ended', async () => {
    const merchant = await aMerchant()
    const [slug, other] = [aSlug(), aSlug()]
    await update(merchant, { slug })
    await update(merchant, { slug: other })
    const run = () => pruneSlugs.run(ctx, new AbortController().signal)
    await run()
    expect(await findFormerHolder(ctx, slug)).toBe(merchant)
    ctx.clock.advance(180 * DAY_MS + 1)
    await run()
    const { rows } = await ctx.db.query<{ slug: string }>(
      'select slug from shop_slugs where merchant = $1',
      [merchant],
    )
    expect(rows).toEqual([{ slug: other }])
  })

  test('behavior: exactly one of many concurrent claims wins', async () => {
    const merchants = await Promise.all(Array.from({ length: 5 }, aMerchant))
    const slug = aSlug()
    const outcomes = await Promise.allSettled(
      merchants.map((merchant) => update(merchant, { slug })),
    )

    const lostResults = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lostResults).toHaveLength(4)
    for (const { reason } of lostResults) expect(reason).toMatchObject({ code: 'conflict' })
    expect((await Promise.all(merchants.map(slugsOf))).flat()).toEqual([slug])
  })

  test('behavior: a concurrent swap fails for both merchants', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const [firstSlug, secondSlug] = [aSlug(), aSlug()]
    await Promise.all([update(first, { slug: firstSlug }), update(second, { slug: secondSlug })])

    const swap = [update(first, { slug: secondSlug }), update(second, { slug: firstSlug })]
    const outcomes = await Promise.allSettled(swap)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([await slugsOf(first), await slugsOf(second)]).toEqual([[firstSlug], [secondSlug]])
  })

  test('error: a taken slug changes nothing', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const [slug, ownSlug] = [aSlug(), aSlug()]
    await update(first, { slug })
    await update(second, { slug: ownSlug })

    const refused = update(second, { slug, name: 'Blue' })
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    expect(await getShopConfig(ctx, second)).toMatchObject({ slug: ownSlug, name: '' })
    expect(await slugsOf(second)).toEqual([ownSlug])
    expect(await changesOf(second)).toHaveLength(1)
  })
})
