/**
 * SQL of all receipts, for statements that count those of a merchant and a time. Indexes contain
 * either the archived or the other receipts, so that each receipt is in few of them.
 */
export const allReceipts = `(
    select * from receipts where archived_at is null
    union all
    select * from receipts where archived_at is not null
  )`

/**
 * SQL of the newest receipts that meet a condition, archived or not, at most `limit`. `columns`
 * contain `created_at` and `id`. Each part stops at the limit, which the database would not do with
 * `allReceipts`.
 */
export function newestReceipts(input: {
  columns: string
  condition: string
  limit: string | number
}): string {
  const { columns, condition, limit } = input
  const newest = `order by created_at desc, id desc limit ${limit}`
  const partOf = (archived: string) =>
    `(select ${columns} from receipts where ${archived} and ${condition} ${newest})`
  return `select ${columns} from (
      ${partOf('archived_at is null')} union all ${partOf('archived_at is not null')}
    ) as parts ${newest}`
}
