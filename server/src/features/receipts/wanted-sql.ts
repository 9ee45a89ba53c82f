import type { Address } from '../../lib/hex.js'

/** Names a receipt. */
export type ReceiptRef = { merchant: Address; id: string }

/**
 * SQL of the receipts `r` that a statement for several requests reads, by the parameters of
 * `wantedParams`. `place` is the index in the list. Subqueries hide the length of the list from the
 * planner, so that it keeps one plan for all lengths.
 */
export const wantedReceipts = `
  unnest((select $1::text[]), (select $2::text[])) with ordinality as wanted (of_merchant, called, place)
  join receipts r on merchant = of_merchant and id = called`

/** Returns the parameters of `wantedReceipts`. */
export function wantedParams(refs: readonly ReceiptRef[]): [string[], string[]] {
  return [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)]
}

/** Returns the rows in the order of the list, or null for receipts that do not exist. */
export function inWantedOrder<Row extends { place: string }, Output>(
  refs: readonly ReceiptRef[],
  rows: readonly Row[],
  convert: (row: Row) => Output,
): (Output | null)[] {
  const outputs: (Output | null)[] = refs.map(() => null)
  for (const row of rows) outputs[Number(row.place) - 1] = convert(row)
  return outputs
}
