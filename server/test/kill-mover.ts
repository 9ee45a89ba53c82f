import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectRoot } from '../src/platform/project-root.js'
import { aPicture, asDataUri } from './fixtures/pictures.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import { databaseUrlOf } from './fork-webhooks.js'
import type { TestApp } from './harness.js'

const program = join(projectRoot(), '.cache', 'programs', 'picture-mover.js')
const pollMs = { interval: 20, timeout: 600_000 }

/**
 * Moves the pictures of many items in another process, which is killed several times, while orders are placed. Returns the number
 * of items whose picture can be loaded afterwards, and of orders that failed.
 */
export async function moveWithKills(
  app: TestApp,
  { items, pictures, kills }: { items: number; pictures: number; kills: number },
): Promise<{ found: number; placed: number; failed: number }> {
  const seller = await aSeller(app, { items: [{ sku: 'S0', name: 'Tea', priceUsd: 1 }] })
  await embedPictures(app, { seller, items, pictures })
  const databaseUrl = await databaseUrlOf(app.ctx)
  const orders = keepOrdering(seller)

  for (let left = kills; left > 0; left -= 1) {
    const before = await countEmbedded(app, seller)
    const mover = await startMover(databaseUrl)
    await expect.poll(() => countEmbedded(app, seller), pollMs).toBeLessThan(before)
    mover.kill('SIGKILL')
    await once(mover, 'exit')
  }
  await once(await startMover(databaseUrl), 'exit')
  return { found: await countLoadable(app, seller), ...(await orders.stop()) }
}

/** Copies one item many times, with pictures embedded as before there was a media store. */
async function embedPictures(
  app: TestApp,
  { seller, items, pictures }: { seller: Seller; items: number; pictures: number },
): Promise<void> {
  const embedded = await Promise.all(
    Array.from({ length: pictures }, async (_, seed) =>
      asDataUri(await aPicture({ seed, width: 160, height: 120 })),
    ),
  )
  await app.ctx.db.query(
    `insert into items (
       merchant, id, sku, name, description, category, tags, price_usd_cents, price_includes_tax, taxable,
       stock_qty, images, image_bytes, industry_pack, attributes, active, created_at, updated_at, version
     )
     select merchant, id || '-' || n, 'S' || n, name, description, category, tags, price_usd_cents,
       price_includes_tax, taxable, stock_qty, array[($2::text[])[1 + n % $3]], length(($2::text[])[1 + n % $3]),
       industry_pack, attributes, active, created_at, updated_at, version
     from items, generate_series(1, $4::int) as n where merchant = $1 and sku = 'S0'`,
    [seller.wallet, embedded, pictures, items],
  )
  await app.ctx.db.query(
    `update catalogues c set (items, image_bytes) = (
       select count(*), sum(image_bytes) from items i where i.merchant = c.merchant
     ) where merchant = $1`,
    [seller.wallet],
  )
}

async function startMover(databaseUrl: string): Promise<ChildProcess> {
  const child = fork(program, { stdio: 'inherit' })
  await once(child, 'message')
  child.send(databaseUrl)
  return child
}

async function countEmbedded(app: TestApp, seller: Seller): Promise<number> {
  const { rows } = await app.ctx.db.query<{ count: string }>(
    `select count(*) from items where merchant = $1 and images[1] like 'data:%'`,
    [seller.wallet],
  )
  return Number(rows[0]?.count)
}

/** Counts the items that refer to a picture with all its files. */
async function countLoadable(app: TestApp, seller: Seller): Promise<number> {
  const { rows } = await app.ctx.db.query<{ count: string }>(
    `select count(*) from items
     where merchant = $1 and images[1] like 'media:%' and (
       select count(*) from media_files where hash = substr(images[1], 7)
     ) = 2`,
    [seller.wallet],
  )
  return Number(rows[0]?.count)
}

/** Orders changing items until it is stopped. */
function keepOrdering(seller: Seller) {
  let placed = 0
  let failed = 0
  let isStopping = false
  const ordering = (async () => {
    while (!isStopping) {
      const sku = `S${1 + (placed % 50)}`
      const { statusCode } = await seller.post('/api/orders', { items: [{ sku, qty: 1 }] })
      if (statusCode === 200) placed += 1
      else failed += 1
    }
  })()
  return {
    async stop() {
      isStopping = true
      await ordering
      return { placed, failed }
    },
  }
}
