import { databaseNow } from '../../db/columns.js'
import { unfundedPrefix } from './prepare-planned.js'

/** SQL that sets or clears the error of a row. `error_since` is kept while there is an error. */
export const setError = (place: string) =>
  `error = ${place}, error_since = case when ${place}::text is null then null
     else coalesce(error_since, ${databaseNow}) end`

/** SQL that clears the mark of an unresolved nonce. */
export const nonceResolved = 'taken_since = null, taken_at_block = null'

/** SQL for whether an error says that the signer has insufficient funds. */
export const isUnfunded = (place: string) => `starts_with(${place}, '${unfundedPrefix}')`

/** SQL for whether a planned transaction of a chain, with one of these priorities, waits because its signer had insufficient funds. */
export const lacksMoney = ({ chainId, priorities }: { chainId: string; priorities: string }) =>
  `exists (
     select from outgoing_transactions
     where chain_id = ${chainId} and state = 'planned' and priority = any(${priorities}::smallint[])
       and ${isUnfunded('error')}
   )`
