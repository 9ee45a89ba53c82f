import type { Address, Hash } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { DirectPayment } from '../../payments/payment.js'
import { type Release, releaseColumns } from '../books/release-store.js'

const columns = defineColumns<DirectPayment>({
  chainId: 'number',
  transactionHash: { kind: 'text', name: 'tx_hash' },
  blockHash: 'text',
  blockNumber: 'bigint',
  logIndex: 'int',
  merchant: 'text',
  split: 'text',
  token: 'text',
  units: 'units',
  restUnits: 'units',
  usdMicros: 'micros',
  state: 'text',
  ledgerRevision: 'int',
})

/** SQL condition: a reorg removed a posted direct payment, or receipts explain a part of it. */
const isReplaced = `(ledger_revision % 2 = 1 and (state = 'orphaned' or rest_units is not null))`

/**
 * Lists direct payments in the ledger that were replaced, then confirmed ones in these tokens that
 * are not posted yet. Leaves out those to some splits, and those that a payment replaces which is
 * not posted yet: its settlement reduces them.
 */
export async function listUnpostedPayments(
  db: Queryable,
  input: {
    chainId: number
    tokens: readonly Address[]
    skippedSplits: readonly Address[]
    limit: number
  },
): Promise<DirectPayment[]> {
  const { chainId, tokens, skippedSplits, limit } = input
  return columns.list(
    db,
    `select ${columns.fields} from direct_payments
     where chain_id = $1 and split <> all($4)
       and ((state = 'confirmed' and ledger_revision % 2 = 0 and token = any($2))
         or (${isReplaced} and not exists (
           select from payments
           where payments.chain_id = $1 and payments.tx_hash = direct_payments.tx_hash
             and payments.payout_address = direct_payments.split
             and payments.token = direct_payments.token and payments.state <> 'orphaned'
             and payments.ledger_revision % 2 = 0
             and payments.mismatch is distinct from 'wrong_payout'
         )))
     order by ledger_revision % 2 desc, block_number, log_index limit $3`,
    [chainId, tokens, limit, skippedSplits],
  )
}

/** Lists the direct payments of transactions in the ledger that were replaced. */
export async function listReplaced(
  db: Queryable,
  { chainId, transactionHashes }: { chainId: number; transactionHashes: readonly Hash[] },
): Promise<DirectPayment[]> {
  return columns.list(
    db,
    `select ${columns.fields} from direct_payments
     where chain_id = $1 and tx_hash = any($2) and ${isReplaced}
     order by block_number, log_index`,
    [chainId, transactionHashes],
  )
}

/**
 * Lists confirmed releases that are not in the ledger, in tokens with a rate or in others. Leaves
 * out those that pay out money whose payment is still to be posted, or reversed.
 */
export async function listUnpostedReleases(
  db: Queryable,
  input: {
    chainId: number
    /** The tokens with a rate. */
    tokens: readonly Address[]
    isPriced: boolean
    /** Continue after this release. */
    after: Release | null
    /** Leave out these splits. */
    skippedSplits: readonly Address[]
    limit: number
  },
): Promise<Release[]> {
  const { chainId, tokens, isPriced, after, skippedSplits, limit } = input
  return releaseColumns.list(
    db,
    `select ${releaseColumns.fields} from releases
     where chain_id = $1 and state = 'confirmed' and ledger_revision % 2 = 0
       and (token = any($3)) = $4 and (block_number, log_index) > ($5, $6) and split <> all($7)
       and not exists (
         select from payments
         where payments.chain_id = $1 and payments.payout_address = releases.split
           and payments.token = releases.token
           and ((payments.state = 'confirmed' and payments.ledger_revision % 2 = 0
               and payments.mismatch is distinct from 'wrong_payout'
               and (payments.arrived_block, payments.arrived_log)
                 < (releases.block_number, releases.log_index))
             or (payments.state = 'orphaned' and payments.ledger_revision % 2 = 1))
       )
       and not exists (
         select from direct_payments
         where direct_payments.chain_id = $1 and direct_payments.split = releases.split
           and direct_payments.token = releases.token
           and ((direct_payments.state = 'confirmed' and direct_payments.ledger_revision % 2 = 0
               and (direct_payments.block_number, direct_payments.log_index)
                 < (releases.block_number, releases.log_index))
             or (direct_payments.state = 'orphaned' and direct_payments.ledger_revision % 2 = 1))
       )
     order by block_number, log_index limit $2`,
    [
      chainId,
      limit,
      tokens,
      isPriced,
      after?.blockNumber ?? -1,
      after?.logIndex ?? -1,
      skippedSplits,
    ],
  )
}
