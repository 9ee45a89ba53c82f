import { expect } from 'vitest'
import type { Address } from '../../src/lib/hex.js'
import { statusFacts } from '../../src/lib/receipt-statuses.js'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time.js'
import { findToken, nativeToken } from '../../src/platform/chain/tokens.js'
import { type Action, type Fact, heldBy, type ModelBlock } from './chain.js'
import { checkAnnouncedPayers, checkPayer } from './payers.js'
import { type PaymentRow, readScene, type Scene, sumUnits, withoutZeros } from './scene.js'

const confirmations = 3n
const dollars = ['USDC', 'USDT'].map((symbol) => findToken(84_532, symbol as 'USDC')?.address)
const euros = findToken(84_532, 'EURC')?.address

/**
 * Checks the invariants that hold at any time, whatever the nodes do: the service follows one
 * branch correctly.
 */
export async function checkNow(scene: Scene): Promise<void> {
  const { nodes, errors } = scene
  expect(errors).toEqual([])
  const { cursor, payments, receipts, ledger, overdrawn, sales, custody, releases, direct } =
    await readScene(scene)
  if (!cursor) return
  const branch = nodes.branchOf(cursor.block_hash)

  const standing = payments.filter(({ state }) => state !== 'orphaned')
  for (const row of standing) {
    const block = branch.get(BigInt(row.block_number))
    expect(block?.hash, 'a payment is in a block of the indexed branch').toBe(row.block_hash)
    expect(factOf(scene, block, row), 'a payment matches the chain').toMatchObject({
      token: row.token,
      units: BigInt(row.units) + movedBy(row, standing),
    })
    checkPayout(scene, branch, row)
    checkPayer(scene, branch, row)
    const depth = (head: bigint) => head - BigInt(row.block_number) + 1n
    // A confirmed payment stays confirmed unless a reorg removes it.
    const isSeen = row.state === 'seen'
    const least = isSeen ? 0n : confirmations
    expect(depth(nodes.highest())).toBeGreaterThanOrEqual(least)
    if (isSeen) expect(depth(BigInt(cursor.block_number))).toBeLessThan(confirmations)
  }
  for (const { status, is_settled, id } of receipts) {
    const confirmed = standing.filter((row) => row.receipt_id === id && row.state === 'confirmed')
    const isPaid = statusFacts[status].isPaid
    if (is_settled) expect(isPaid, `${id} is ${status}`).toBe(isEnough(scene, id, confirmed))
    expect([0, 1]).toContain(sales.get(id) ?? 0)
    expect(sales.get(id) ?? 0, `number of sales of ${id}, which is ${status}`).toBe(isPaid ? 1 : 0)
  }
  expect(ledger, 'the ledger balances').toEqual([])
  expect(overdrawn, 'sales do not exceed payments').toEqual([])
  const booked = payments.filter(({ ledger_revision }) => ledger_revision % 2 === 1)
  const paidOut = [...releases, ...booked.flatMap((row) => paidToWallet(scene, row))]
  const entered = [...booked, ...direct, ...paidOut]
  expect(custody, 'custody matches the posted payments').toEqual(sumUnits(entered))
  for (const units of custody.values()) expect(units, 'custody').toBeGreaterThan(0n)
}

/** Sums the deposits that the flush of a payment moved beside the payment itself. */
function movedBy(flush: PaymentRow, rows: readonly PaymentRow[]): bigint {
  if (flush.kind !== 'flush') return 0n
  const isMoved = (row: PaymentRow) =>
    row.kind === 'deposit' &&
    row.receipt_id === flush.receipt_id &&
    row.token === flush.token &&
    row.arrived_block === flush.block_number &&
    row.arrived_log === flush.log_index
  return rows.filter(isMoved).reduce((sum, { units }) => sum + BigInt(units), 0n)
}

/** Checks the recorded arrival and payout against the chain. */
function checkPayout(
  { owed: debts, split }: Scene,
  branch: ReadonlyMap<bigint, ModelBlock>,
  row: PaymentRow,
): void {
  const { receiptKey } = debts.find(({ id }) => id === row.receipt_id)?.deposit ?? {}
  const { arrived_block: arrived, released_block: released } = row
  const actionsAt = (number: string) =>
    branch.get(BigInt(number))?.transactions.flatMap(({ actions }) => actions) ?? []
  const isArrival = (action: Action) =>
    (action.kind === 'flush' || action.kind === 'pay') && action.receiptKey === receiptKey
  const isRelease = (action: Action) => action.kind === 'release' && action.token === row.token
  if (arrived !== null) expect(actionsAt(arrived).some(isArrival), 'it arrived').toBe(true)
  if (released === null) return
  const isToSplit = row.payout_address === split?.address
  expect(actionsAt(released).some(isToSplit ? isRelease : isArrival), 'it was paid out').toBe(true)
}

/** Checks the final state, when everything is indexed and paid out. */
export async function checkAtEnd(scene: Scene): Promise<void> {
  await checkNow(scene)
  const { nodes, owed: debts } = scene
  const head = nodes.head()
  const { cursor, payments, receipts, custody, open } = await readScene(scene)
  expect(cursor?.block_hash, 'the cursor is at the head').toBe(head.hash)
  expect(open, 'no transaction is unsent').toEqual([])

  const standing = payments.filter(({ state }) => state !== 'orphaned')
  const facts = nodes.blocks().flatMap((block) => block.facts.filter(concerns(scene)))
  const byLog = standing.filter(({ kind }) => kind === 'gateway' || kind === 'native')
  expect(byLog.map(placeOf).sort(), 'every payment through the gateway was found').toEqual(
    facts
      .filter(({ deposit }) => deposit === null)
      .map(placeOfFact)
      .sort(),
  )
  expect(sumDeposits(standing), 'every transfer counts once').toEqual(sumTransfers(scene, facts))
  for (const { id, before } of debts) {
    const status = receipts.find((receipt) => receipt.id === id)?.status ?? 'failed'
    const ownPaymentRows = standing.filter((row) => row.receipt_id === id)
    expect(
      endsOf(scene, { id, before, ownPaymentRows }),
      `${id} with ${ownPaymentRows.length} payments`,
    ).toContain(status)
  }
  expect(custody, 'custody matches the chain').toEqual(heldUnits(scene, head, custody))
  checkAnnouncedPayers(scene, standing)
}

/** Checks that no money of a sale waits at a deposit address or split. */
export async function checkPaidOut({ ctx, merchant }: Scene): Promise<void> {
  const { rows } = await ctx.db.query(
    `select receipt_id, token, units, arrived_block from payments
     where merchant = $1 and state = 'confirmed' and mismatch is null and released_block is null
       and usd_micros >= 10000`,
    [merchant],
  )
  expect(rows, 'no money of a sale waits').toEqual([])
}

/** Time for the transactions of a payout. */
const marginMs = 2 * MINUTE_MS

/**
 * Checks that money of sales waits at a deposit address or split only while it is below the
 * threshold of its destination, and no longer than it may.
 */
export async function checkWaiting({ ctx, merchant }: Scene): Promise<void> {
  const { settleMinUsd, settleWithinHours } = ctx.config
  const now = ctx.now()
  const { rows } = await ctx.db.query(
    `select payout_address, token, arrived_block is null as is_at_deposit, sum(usd_micros) as micros,
       $2::bigint - min(paid_at) as waited
     from payments
     where merchant = $1 and state = 'confirmed' and mismatch is null and released_block is null
       and usd_micros >= 10000 and paid_at <= $2::bigint - $3::bigint
     group by payout_address, token, arrived_block is null
     having sum(usd_micros) >= $4::bigint * 1000000 or min(paid_at) <= $2::bigint - $3::bigint - $5::bigint`,
    [merchant, now, marginMs, settleMinUsd, settleWithinHours * HOUR_MS],
  )
  expect(rows, 'no money of a sale waits longer than its threshold allows').toEqual([])
}

function endsOf(
  scene: Scene,
  { id, before, ownPaymentRows }: { id: string; before: string; ownPaymentRows: PaymentRow[] },
): string[] {
  if (isEnough(scene, id, ownPaymentRows)) return ['reconciled']
  // Euros do not count, but may be worth the amount due.
  const mismatch = ownPaymentRows.some(({ token }) => token === euros) ? ['tx_mismatch'] : []
  // A receipt that once had a partial payment stays pending. Less than a cent is none.
  return worthOf(ownPaymentRows) >= 10_000n
    ? ['pending', ...mismatch]
    : [before, 'pending', ...mismatch]
}

function isEnough({ owed: debts }: Scene, id: string, rows: readonly PaymentRow[]): boolean {
  return worthOf(rows) >= (debts.find((debt) => debt.id === id)?.dueMicros ?? 0n)
}

/** One unit of a dollar token is a micro-dollar. One ETH is 3,000 dollars. */
function worthOf(rows: readonly PaymentRow[]): bigint {
  const validPaymentRows = rows.filter(({ mismatch }) => mismatch === null)
  const sum = (isWanted: (token: Address) => boolean) =>
    validPaymentRows
      .filter(({ token }) => isWanted(token))
      .reduce((total, { units }) => total + BigInt(units), 0n)
  const nativeMicros = (sum((token) => token === nativeToken) * 3_000_000_000n) / 10n ** 18n
  return sum((token) => dollars.includes(token)) + nativeMicros
}

/**
 * Sums payments to deposit addresses by receipt and token, whether they are known by their transfer
 * or their flush.
 */
function sumDeposits(rows: readonly PaymentRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { kind, receipt_id, token, units } of rows) {
    if (kind !== 'deposit' && kind !== 'flush') continue
    const key = `${receipt_id} ${token}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(units))
  }
  return withoutZeros(sums)
}

function sumTransfers({ owed: debts }: Scene, facts: readonly Fact[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { deposit, token, units } of facts) {
    const id = debts.find((debt) => debt.deposit.address === deposit)?.id
    if (id === undefined) continue
    const key = `${id} ${token}`
    sums.set(key, (sums.get(key) ?? 0n) + units)
  }
  return withoutZeros(sums)
}

/** Returns whether a fact is a payment of one of the receipts in a supported asset. */
function concerns({ owed: debts }: Scene) {
  return ({ deposit, receiptKey, token, isFlush }: Fact) => {
    if (isFlush && token !== nativeToken) return false
    if (![...dollars, euros, nativeToken].includes(token)) return false
    return debts.some(
      (debt) => debt.deposit.address === deposit || debt.deposit.receiptKey === receiptKey,
    )
  }
}

function factOf(scene: Scene, block: ModelBlock | undefined, row: PaymentRow): Fact | undefined {
  const { deposit } = scene.owed.find(({ id }) => id === row.receipt_id) ?? {}
  return block?.facts.find(
    (fact) =>
      fact.transactionHash === row.tx_hash &&
      fact.logIndex === row.log_index &&
      (fact.deposit === deposit?.address || fact.receiptKey === deposit?.receiptKey),
  )
}

/** A payment to a wallet is paid out on arrival. */
function paidToWallet({ split }: Scene, row: PaymentRow) {
  if (row.released_block === null || row.payout_address === split?.address) return []
  return [{ token: row.token, units: String(-BigInt(row.units)) }]
}

const placeOf = ({ tx_hash, log_index }: PaymentRow) => `${tx_hash} ${log_index}`
const placeOfFact = ({ transactionHash, logIndex }: Fact) => `${transactionHash} ${logIndex}`

/** Less than a cent of native token is not flushed, and so not found. */
const nativeCent = 10n ** 18n / 300_000n

/** Returns the balances of deposit addresses and the split. */
function heldUnits(
  { owed: debts, split }: Scene,
  { state }: ModelBlock,
  custody: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const deposits = debts.map(({ deposit }) => deposit.address)
  const tokens = [...dollars, euros, nativeToken].flatMap((token) => token ?? [])
  const atDeposit = (token: Address, holder: Address) => {
    const units = state.get(heldBy(token, holder)) ?? 0n
    return token === nativeToken && units < nativeCent ? 0n : units
  }
  const balances = new Map(
    tokens.map((token) => [
      token as string,
      deposits.reduce(
        (sum, holder) => sum + atDeposit(token, holder),
        split ? (state.get(heldBy(token, split.address)) ?? 0n) : 0n,
      ),
    ]),
  )
  // The ledger learns of native token that was sent directly to the split when it is paid out, from
  // a cent on.
  const booked = custody.get(nativeToken) ?? 0n
  const unbooked = (balances.get(nativeToken) ?? 0n) - booked
  if (unbooked > 0n && unbooked < nativeCent) balances.set(nativeToken, booked)
  return withoutZeros(balances)
}
