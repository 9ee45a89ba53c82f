import fc from 'fast-check'
import {
  type Insertion,
  insertReceipts,
  receiptBatch,
} from '../../../src/features/receipts/create/insert-receipts-store.js'
import type { NewReceipt } from '../../../src/features/receipts/create/receipt-rows.js'
import { createBatches } from '../../../src/platform/batches.js'
import { depositOf } from '../../../src/platform/chain/deposit-address.js'
import { aReceipt } from '../../fixtures/receipt.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import type { TestApp } from '../../harness.js'

type Wish = { place: number; qty: number; isStale: boolean }
type Step =
  | { kind: 'orders'; orders: { id: number; wishes: Wish[]; isSoft: boolean }[] }
  | { kind: 'price'; place: number }
  | { kind: 'stock'; place: number; qty: number }

const skus = ['A', 'B', 'C']

/** A merchant with three items: two with limited stock, and one without a limit. */
export type Shelf = { seller: Seller; round: number }

export async function aShelf(app: TestApp): Promise<Shelf> {
  const items = skus.map((sku, place) => ({
    sku,
    name: sku,
    priceUsd: 1,
    stockQty: place === 2 ? -1 : 4,
  }))
  return { seller: await aSeller(app, { items }), round: 0 }
}

/**
 * Inserts the same random receipts in batches for one merchant and one by one for another. Both
 * must have the same outcomes and reserve the same stock, whatever prices and stock change in
 * between.
 */
export function sameOutcomes(app: TestApp, { batched, single }: { batched: Shelf; single: Shelf }) {
  const place = fc.nat({ max: skus.length - 1 })
  const wish = fc.record({
    place,
    qty: fc.integer({ min: 1, max: 3 }),
    isStale: fc.nat({ max: 9 }).map((number) => number === 0),
  })
  const order = fc.record({
    id: fc.nat({ max: 30 }),
    wishes: fc.uniqueArray(wish, { maxLength: 3, selector: (wish) => wish.place }),
    isSoft: fc.boolean(),
  })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.array(order, { maxLength: 12 }).map(toOrders) },
    { weight: 1, arbitrary: place.map((index) => ({ kind: 'price' as const, place: index })) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('stock' as const),
        place: fc.nat({ max: 1 }),
        qty: fc.nat({ max: 6 }),
      }),
    },
  )
  return fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
    const together = await run(app, batched, { steps, isBatched: true })
    const alone = await run(app, single, { steps, isBatched: false })
    const [left, right] = [together, alone].map((result) => JSON.stringify(result))
    if (left !== right) throw new Error(`batched ${left}\none by one ${right}`)
  })
}

function toOrders(orders: { id: number; wishes: Wish[]; isSoft: boolean }[]): Step {
  // An equal id is the same request again, so it has the same content.
  const first = new Map<number, (typeof orders)[number]>()
  for (const order of orders) if (!first.has(order.id)) first.set(order.id, order)
  return {
    kind: 'orders',
    orders: orders.map(({ id }) => first.get(id) as (typeof orders)[number]),
  }
}

async function run(
  app: TestApp,
  shelf: Shelf,
  { steps, isBatched }: { steps: readonly Step[]; isBatched: boolean },
) {
  shelf.round += 1
  await resetShelf(app, shelf)
  const outcomes: unknown[] = []
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'orders') {
      const inputs = await toInputs(app, shelf, { step, index })
      const results = isBatched ? await insertTogether(app, inputs) : await insertAlone(app, inputs)
      outcomes.push(results.map(({ kind }) => kind))
    } else await changeItem(app, shelf, step)
  }
  return { outcomes, reserved: await readReserved(app, shelf) }
}

function insertTogether(app: TestApp, inputs: readonly NewReceipt[]): Promise<Insertion[]> {
  const batches = createBatches(app.ctx.db)
  return Promise.all(inputs.map((input) => batches.run(receiptBatch, input)))
}

async function insertAlone(app: TestApp, inputs: readonly NewReceipt[]): Promise<Insertion[]> {
  const results: Insertion[] = []
  for (const input of inputs) {
    const [result] = await insertReceipts(app.ctx.db, [input])
    if (typeof result !== 'object') throw new Error('one receipt was not decided')
    results.push(result)
  }
  return results
}

async function toInputs(
  app: TestApp,
  { seller, round }: Shelf,
  { step, index }: { step: Step & { kind: 'orders' }; index: number },
): Promise<NewReceipt[]> {
  const items = await readItems(app, seller)
  return step.orders.map(({ id, wishes, isSoft }) => {
    const receipt = aReceipt({
      merchant: seller.wallet,
      id: `r-${round}-${index}-${id}`,
      softHold: isSoft ? { firmUntil: null } : null,
    })
    const lines = wishes.map(({ place, qty, isStale }) => {
      const itemId = seller.ids[skus[place] ?? ''] ?? ''
      const { version, isLimited } = items.get(itemId) ?? { version: 0, isLimited: true }
      return { itemId, qty, version: version - (isStale ? 1 : 0), isLimited }
    })
    return { receipt, deposit: depositOf(app.ctx.config, receipt), by: 'test', quantities: lines }
  })
}

async function readItems(
  app: TestApp,
  seller: Seller,
): Promise<Map<string, { version: number; isLimited: boolean }>> {
  const { rows } = await app.ctx.db.query<{ id: string; version: string; isLimited: boolean }>(
    'select id, version, stock_qty <> -1 as "isLimited" from items where merchant = $1',
    [seller.wallet],
  )
  return new Map(
    rows.map(({ id, version, isLimited }) => [id, { version: Number(version), isLimited }]),
  )
}

async function changeItem(
  app: TestApp,
  { seller }: Shelf,
  step: Exclude<Step, { kind: 'orders' }>,
): Promise<void> {
  const id = seller.ids[skus[step.place] ?? '']
  const sql =
    step.kind === 'price'
      ? 'update items set version = version + 1 where merchant = $1 and id = $2'
      : 'update items set stock_qty = $3, version = version + 1 where merchant = $1 and id = $2'
  await app.ctx.db.query(sql, [seller.wallet, id, ...(step.kind === 'stock' ? [step.qty] : [])])
}

async function resetShelf(app: TestApp, { seller }: Shelf): Promise<void> {
  await app.ctx.db.query('delete from stock_holds where merchant = $1', [seller.wallet])
  await app.ctx.db.query(
    `update items set reserved_qty = 0, stock_qty = case when stock_qty = -1 then -1 else 4 end
     where merchant = $1`,
    [seller.wallet],
  )
}

async function readReserved(app: TestApp, { seller }: Shelf): Promise<string[]> {
  const { rows } = await app.ctx.db.query<{ sku: string; reserved_qty: string; held: string }>(
    `select sku, reserved_qty, coalesce((
       select sum(qty) from stock_holds
       where stock_holds.merchant = items.merchant and item_id = items.id
     ), 0) as held
     from items where merchant = $1 order by sku`,
    [seller.wallet],
  )
  return rows.map(({ sku, reserved_qty, held }) => {
    if (Number(reserved_qty) !== Number(held)) throw new Error(`${sku} is reserved without a hold`)
    return `${sku}: ${Number(reserved_qty)}`
  })
}
