import type { Queryable } from './db.js'

/**
 * The most rows that one statement changes. Third parties can send any number of payments, and
 * statements time out after a few seconds. Without batches, the transaction that moves the cursor
 * could fail on every retry, which would stop all payments.
 */
export const batchSize = 2_000

/** Calls `handle` with one batch of a list after another, and returns all results. */
export async function processInBatches<Value, Result>(
  values: readonly Value[],
  handle: (batch: Value[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < values.length; from += batchSize) {
    results.push(...(await handle(values.slice(from, from + batchSize))))
  }
  return results
}

/**
 * SQL condition: the row is in the next batch of those that meet `condition`. The statement must
 * change the row so that it no longer meets it. The table is one of payments, direct payments and
 * releases, which have the same key. `lock` is for rows that another transaction may change at the
 * same time: their condition is checked again.
 */
export function isInNextBatch(
  table: string,
  condition: string,
  lock: '' | 'for update' = '',
): string {
  const key = 'chain_id, tx_hash, log_index, block_hash'
  return `(${key}) in (select ${key} from ${table} where ${condition} limit ${batchSize} ${lock})`
}

/** Repeats a statement until it changes no rows, and returns all changed rows. */
export async function changeInBatches<Row extends object>(
  db: Queryable,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  const changed: Row[] = []
  for (;;) {
    const { rows } = await db.query<Row>(statement, values)
    if (rows.length === 0) return changed
    for (const row of rows) changed.push(row)
  }
}
