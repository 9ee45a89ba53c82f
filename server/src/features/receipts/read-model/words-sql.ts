import { DAY_MS } from '../../../lib/time.js'
import { newestReceipts } from './all-receipts-sql.js'

/** Names of the parameters with the wallet of the merchant, and with what it searches for. */
type Words = { merchant: string; term: string }

const receiptWords = 'receipt_words(merchant, lines, created_at)'

/** The function `receipt_words` counts weeks. */
const weekMs = 7 * DAY_MS

/** Each span has four times the weeks of the one before. The last has all weeks before them. */
const lastSpan = 4
/** The spans of the newest five weeks, which show how common a word is. */
const recentSpans = { from: 0, to: 1 }
const olderSpans = { from: 2, to: lastSpan }
/**
 * A word that has less than this part of a page in five weeks hardly fills it in 80 weeks more. The
 * span of 64 weeks is then part of the last, because looking in each week takes longer.
 */
const rarePart = 16

/**
 * SQL condition: a receipt is the merchant's own. An expression, because a plan for any merchant would
 * also read another index with all receipts of this one. The words contain the merchant.
 */
const isOwn = ({ merchant }: Words) => `merchant || '' = ${merchant}`

const wordsOf = ({ term }: Words) =>
  `tsvector_to_array(to_tsvector('pg_catalog.simple', ${term}::text))`

/** SQL condition: every receipt contains an empty list of words, and the wallet of its merchant. */
const isSearchable = (words: Words) =>
  `cardinality(${wordsOf(words)}) > 0 and ${words.merchant}::text <> all(${wordsOf(words)})`

const isFoundIn = (indexed: string, words: Words) =>
  `${indexed} @> array_append(${wordsOf(words)}, ${words.merchant}::text) and ${isSearchable(words)}`

/** SQL condition: a comment contains all words. */
export const isFoundInComment = (words: Words): string =>
  isFoundIn('comment_words(merchant, text)', words)

/** SQL condition: the labels of a receipt contain all words. */
export const isFoundInLines = (words: Words): string =>
  `${isOwn(words)} and ${isFoundIn(receiptWords, words)}`

/**
 * SQL of the newest receipts that contain all words, at most `limit`. `select` returns the SQL of
 * those that meet two conditions, within its index and beyond. Reads span by span until it has
 * enough: a common word is in a large part of all receipts. A word that the newest spans hardly
 * have is read in fewer, longer spans.
 */
export function selectNewestByWords({
  createdAt,
  limit,
  select,
  ...words
}: Words & {
  createdAt: string
  limit: number
  select: (way: string, more: string) => string
}): string {
  const { merchant } = words
  const way = `${isOwn(words)} and ${receiptWords} @> ${wordsOf(words)} and ${isSearchable(words)}
    and ${receiptWords} && spans.keys`
  const isInSpan = `(step < ${lastSpan} or r.created_at < (to_week + 1) * ${weekMs})`
  const newest = newestReceipts({
    columns: 'created_at, id',
    condition: `merchant = ${merchant} and created_at <= ${createdAt}`,
    limit: 1,
  })
  const endOf = (step: string | number) => `week - ((1 << 2 * ${step}) - 1) / 3`
  // The rows of a function are in order, and a lateral join reads them one by one.
  const selectSpans = ({ from, to }: typeof recentSpans, isRare: string) => `
    select found.id, found.listed_at from (
      select step, to_week, case when step < ${lastSpan} then array(
          select ${merchant}::text || ':' || week from generate_series(from_week, to_week) as week
        ) else array[${merchant}::text] end as keys
      from (
        select step, ${endOf(`(step + 1)`)} + 1 as from_week,
          case when is_rare and step = ${lastSpan} then ${endOf(lastSpan - 1)} else ${endOf('step')} end as to_week
        from (
          select created_at / ${weekMs} as week from (${newest}) as newest
        ) as first cross join (select ${isRare} as is_rare) as rare
          cross join generate_series(${from}, ${to}) as step
        where step <> ${lastSpan - 1} or not is_rare
      ) as weeks
    ) as spans
    cross join lateral (${select(way, isInSpan)}) as found`
  return `with near as materialized (${selectSpans(recentSpans, 'false')} limit ${limit})
    select id, listed_at from (
      select id, listed_at from near
      union all
      (${selectSpans(olderSpans, `(select count(*) * ${rarePart} <= ${limit} from near)`)})
    ) as found limit ${limit}`
}
