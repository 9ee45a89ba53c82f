import { databaseNow } from '../../db/database-now.js'
import { unfundedWords } from './prepare-planned.js'

/** SQL that sets or clears what is wrong with a row; since when stays while something is. */
export const errorIs = (place: string) =>
  `error = ${place}, error_since = case when ${place}::text is null then null
     else coalesce(error_since, ${databaseNow}) end`

/** SQL for a row whose nonce is nobody else's. */
export const noDoubt = 'taken_since = null, taken_at_block = null'

/** SQL for whether something waits on a chain that the signer had too little money for when it was last tried. */
export const lacksMoney = (chainId: string) =>
  `exists (
     select from outgoing_transactions
     where chain_id = ${chainId} and state = 'planned' and starts_with(error, '${unfundedWords}')
   )`
