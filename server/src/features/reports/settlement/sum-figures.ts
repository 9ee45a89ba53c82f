import { type Cents, cents, sumCents } from '../../../lib/money.js'
import type { Figures, Named } from './summarize-sale.js'
import type { UnsoldRow } from './summarize-unsold.js'

export function sumFigures(rows: readonly Figures[]): Figures {
  const add = (of: (row: Figures) => Cents) => sumCents(rows.map(of))
  return {
    subtotal: add((row) => row.subtotal),
    taxes: sumNamed(rows.map((row) => row.taxes)),
    fee: add((row) => row.fee),
    total: add((row) => row.total),
    refunds: add((row) => row.refunds),
    net: add((row) => row.net),
    credit: add((row) => row.credit),
    recipients: sumNamed(rows.map((row) => row.recipients)),
  }
}

export function sumUnsold(rows: readonly UnsoldRow[]): Pick<UnsoldRow, 'usd' | 'recipients'> {
  return {
    usd: sumCents(rows.map(({ usd }) => usd)),
    recipients: sumNamed(rows.map(({ recipients }) => recipients)),
  }
}

/** Sums by name, sorted by name. */
function sumNamed(all: readonly Named[]): Named {
  const sums = new Map<string, Cents>()
  for (const [name, amount] of all.flatMap((one) => [...one])) {
    sums.set(name, cents((sums.get(name) ?? 0n) + amount))
  }
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
