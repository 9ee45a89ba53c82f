import { databaseNow } from '../../db/database-now.js'

/** SQL that sets or clears what is wrong with a row; since when stays while something is. */
export const errorIs = (place: string) =>
  `error = ${place}, error_since = case when ${place}::text is null then null
     else coalesce(error_since, ${databaseNow}) end`

/** SQL for a row whose nonce is nobody else's. */
export const noDoubt = 'taken_since = null, taken_at_block = null'
