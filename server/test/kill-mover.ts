import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { projectRoot } from '../src/platform/project-root.js'
import { aPicture, asDataUri } from './fixtures/pictures.js'
import { aSeller, type Seller } from './fixtures/seller.js'
import { databaseUrlOf } from './fork-webhooks.js'
import type { TestApp } from './harness.js'

const program = join(projectRoot(), '.cache', 'programs', 'picture-mover.js')
const pollMs = { interval: 20, timeout: 600_000 }
/** Within the limit of what a merchant may store per minute. */
const orderEveryMs = 50

/**
 * Moves the pictures of many items in another process, while orders are placed. It is killed several times, at even parts of the
 * work. Returns the number of items that have the same picture afterwards, with all its files, and the orders that failed.
 */
export async function moveWithKills(
  app: TestApp,
  { items, pictures, kills }: { items: number; pictures: number; kills: number },
): Promise<{ found: number; placed: number; failed: string[] }> {
  const seller = await aSeller(app, { items: [{ sku: 'S0', name: 'Tea', priceUsd: 1 }] })
  const hashes = await embedPictures(app, { seller, items, pictures })
  const databaseUrl = await databaseUrlOf(app.ctx)
  const orders = keepOrdering(app, seller)

  for (let kill = 1; kill <= kills; kill += 1) {
    const left = items * (1 - kill / (kills + 1))
    const mover = await startMover(databaseUrl)
    await expect.poll(() => countEmbedded(app, seller), pollMs).toBeLessThanOrEqual(left)
    mover.kill('SIGKILL')
    await once(mover, 'exit')
  }
  await once(await startMover(databaseUrl), 'exit')
  return { found: await countLoadable(app, { seller, hashes }), ...(await orders.stop()) }
}

/** Copies one item many times, with pictures embedded as before there was a media store. Returns the hashes of the pictures. */
async function embedPictures(
  app: TestApp,
  { seller, items, pictures }: { seller: Seller; items: number; pictures: number },
): Promise<string[]> {
  const contents = await Promise.all(
    Array.from({ length: pictures }, (_, seed) => aPicture({ seed, width: 160, height: 120 })),
  )
  const embedded = contents.map((content) => asDataUri(content))
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
  return contents.map((content) => createHash('sha256').update(content).digest('hex'))
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

/** Counts the items that refer to the picture they had before, with all its files. */
async function countLoadable(
  app: TestApp,
  { seller, hashes }: { seller: Seller; hashes: readonly string[] },
): Promise<number> {
  const { rows } = await app.ctx.db.query<{ count: string }>(
    `select count(*) from items
     where merchant = $1
       and images = array['media:' || ($2::text[])[1 + substr(sku, 2)::int % cardinality($2)]]
       and (select count(*) from media_files where hash = substr(images[1], 7)) = 2`,
    [seller.wallet, hashes],
  )
  return Number(rows[0]?.count)
}

/** Orders changing items until it is stopped. */
function keepOrdering(app: TestApp, seller: Seller) {
  let placed = 0
  const failed: string[] = []
  let isStopping = false
  const ordering = (async () => {
    while (!isStopping) {
      const sku = `S${1 + (placed % 50)}`
      const { statusCode, body } = await seller.post('/api/orders', { items: [{ sku, qty: 1 }] })
      if (statusCode === 200) placed += 1
      else failed.push(body)
      await sleep(orderEveryMs)
      app.ctx.clock.advance(orderEveryMs)
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
