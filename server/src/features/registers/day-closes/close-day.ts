import type { CashierPrincipal, Principal } from '../../../auth/caller.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { isFields } from '../../../lib/fields/read-fields.js'
import type { Address } from '../../../lib/hex.js'
import { type Currency, centsFromDecimal, currencies } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { noSuchRegister } from '../change-register.js'
import { listOpenPostings } from '../read-model/day-postings-store.js'
import { lockRegister } from '../register-store.js'
import { insertClose, listCloses, type StoredClose } from './day-close-store.js'
import { type CashGiven, describeDay } from './describe-day.js'
import type { DayReport } from './schemas.js'
import { sumDay } from './sum-day.js'

const listedCloses = 100
/**
 * The sales and refunds that a day holds. A register that is never closed would otherwise read all
 * of its history, each time that its day is shown.
 */
const maxDayPostings = 5_000

type Which = { merchant: Address; registerId: string }

/** Returns the closes of a register, and the day that is open. */
export async function listDays(
  ctx: Pick<TxContext, 'db'>,
  { maxPostings = maxDayPostings, ...which }: Which & { maxPostings?: number },
): Promise<{
  open: (DayReport & { number: number; openedAt: number; isFull: boolean }) | null
  closes: StoredClose[]
}> {
  const closes = await listCloses(ctx.db, { ...which, limit: listedCloses })
  const postings = await listOpenPostings(ctx.db, { ...which, limit: maxPostings })
  const [first] = postings
  const open = first && {
    number: numberAfter(closes[0]),
    openedAt: first.at,
    isFull: postings.length === maxPostings,
    ...describeDay(sumDay(postings), []),
  }
  return { open: open ?? null, closes }
}

/**
 * Closes the day of a register: sums everything that was posted since the last close, under the next
 * number. What a full day does not hold is counted by the next close. Only one close of a register
 * runs at a time.
 *
 * @throws {AppError} `not_found`, `invalid_input`; `conflict` when nothing was sold.
 */
export async function closeDay(
  ctx: Context,
  input: {
    by: Principal | (CashierPrincipal & { cashier: string })
    registerId: string
    cash: unknown
    maxPostings?: number
  },
): Promise<StoredClose> {
  const { by, registerId, maxPostings: limit = maxDayPostings } = input
  const { merchant } = by
  const cash = readCash(input.cash)
  return inTransaction(ctx, async (inTx) => {
    if (!(await lockRegister(inTx.db, { merchant, id: registerId }))) throw noSuchRegister()
    const [last] = await listCloses(inTx.db, { merchant, registerId, limit: 1 })
    const number = numberAfter(last)
    const postings = await listOpenPostings(inTx.db, { merchant, registerId, limit })
    const [first] = postings
    if (!first) {
      throw new AppError(
        'conflict',
        'Nothing was sold since the last close. There is no day to close.',
      )
    }
    const close: StoredClose = {
      merchant,
      registerId,
      number,
      openedAt: unixMs(first.at),
      closedAt: ctx.now(),
      closedBy: 'cashier' in by ? by.cashier : by.person,
      report: describeDay(sumDay(postings), cash),
    }
    await insertClose(
      inTx.db,
      close,
      postings.map(({ key }) => key),
    )
    const { received, refunded } = close.report
    const after = { number, received, refunded }
    await recordChange(inTx, {
      by,
      action: 'register.day_closed',
      target: registerId,
      before: null,
      after,
    })
    return close
  })
}

function numberAfter(last: StoredClose | undefined): number {
  return (last?.number ?? 0) + 1
}

function readCash(value: unknown): CashGiven[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > currencies.length) throw invalidCash()
  const read = value.map((entry) => {
    const { currency, openingFloat = 0, counted = null } = isFields(entry) ? entry : {}
    const float = readAmount(openingFloat)
    const count = counted === null ? null : readAmount(counted)
    if (!currencies.includes(currency as Currency) || float === null) throw invalidCash()
    if (counted !== null && count === null) throw invalidCash()
    return { currency: currency as Currency, openingFloatCents: float, countedCents: count }
  })
  if (new Set(read.map(({ currency }) => currency)).size < read.length) throw invalidCash()
  return read
}

function readAmount(value: unknown): bigint | null {
  const read = typeof value === 'number' ? centsFromDecimal(value) : null
  return read === null || read < 0n || read > 10n ** 12n ? null : read
}

function invalidCash(): AppError {
  return invalidInput(
    'cash must be a list of {currency, openingFloat?, counted?}, one for each currency, with amounts of at least 0 and at most two decimals.',
  )
}
