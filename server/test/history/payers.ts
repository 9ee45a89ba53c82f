import { expect } from 'vitest'
import type { Address } from '../../src/lib/hex.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'
import type { ModelBlock, ModelTransaction } from './chain.js'
import type { PaymentRow, Scene } from './scene.js'

type PlacedTransaction = ModelTransaction & { block: bigint }

/**
 * Checks that a payer named for native tokens sent all but a thousandth of it directly to the
 * deposit address.
 */
export function checkPayer(
  scene: Scene,
  branch: ReadonlyMap<bigint, ModelBlock>,
  row: PaymentRow,
): void {
  const { kind, payer, units } = row
  if (kind !== 'native' || payer === null) return
  const deposit = depositOf(scene, row)
  const isIts = (transaction: PlacedTransaction) =>
    transaction.from === payer &&
    transaction.to === deposit &&
    transaction.value * 1_000n >= BigInt(units) * 999n
  const sent = listPlaced([...branch.values()])
  const isTrue = sent.some(
    (transaction) => isIts(transaction) && transaction.block < BigInt(row.block_number),
  )
  expect(isTrue, 'the payer sent the whole amount directly').toBe(true)
}

/**
 * Checks that announced direct payments name their payers, unless their order in a block leaves it
 * open.
 */
export function checkAnnouncedPayers(scene: Scene, rows: readonly PaymentRow[]): void {
  for (const row of rows) {
    const payer = row.kind === 'native' ? findCertainPayer(scene, row) : null
    if (payer) expect(row.payer, `the announced payer of ${row.receipt_id}`).toBe(payer)
  }
}

/**
 * Returns the announced sender of all native tokens in a flush, or null unless there is exactly one
 * candidate.
 */
function findCertainPayer(scene: Scene, row: PaymentRow): Address | null {
  const { nodes, announcements } = scene
  const deposit = depositOf(scene, row)
  const flush = BigInt(row.block_number)
  const flushes = nodes.blocks().flatMap(({ number, facts }) =>
    facts
      .filter((fact) => fact.token === nativeToken && fact.receiptKey === keyOf(scene, row))
      .filter((fact) => fact.payoutAddress === row.payout_address && fact.isFlush)
      .map(() => number),
  )
  if (flushes.filter((number) => number === flush).length > 1) return null
  const before = flushes.filter((number) => number < flush).at(-1) ?? -1n
  const arrivals = listPlaced(nodes.blocks()).filter(
    ({ block, actions }) =>
      block >= before &&
      block <= flush &&
      actions.some((action) => action.kind === 'native' && action.to === deposit),
  )
  const [only] = arrivals
  if (!only || arrivals.length > 1 || only.block === before || only.block === flush) return null
  if (only.to !== deposit) return null
  // A reorg may have moved it after it was looked up.
  const places = nodes.listEver([only.hash]).length
  const isAnnounced = announcements.some(
    ({ receiptId, hash }) => receiptId === row.receipt_id && hash === only.hash,
  )
  return isAnnounced && places === 1 ? only.from : null
}

function listPlaced(blocks: readonly ModelBlock[]): PlacedTransaction[] {
  return blocks.flatMap(({ number, transactions }) =>
    transactions.map((transaction) => ({ ...transaction, block: number })),
  )
}

function keyOf({ owed: debts }: Scene, row: PaymentRow) {
  return debts.find(({ id }) => id === row.receipt_id)?.deposit.receiptKey
}

function depositOf({ owed }: Scene, row: PaymentRow) {
  return owed.find(({ id }) => id === row.receipt_id)?.deposit.address
}
