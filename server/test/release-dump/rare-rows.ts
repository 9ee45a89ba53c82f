import type { Address } from '../../src/lib/hex.js'
import { HOUR_MS } from '../../src/lib/time.js'
import type { Context } from '../../src/platform/context.js'
import { aHash } from '../fixtures/buyer.js'
import { aWallet } from '../fixtures/factories.js'
import { receipts } from './dumped-shop.js'

/** The tables that a shop in normal use leaves empty, and why. */
export const rareTables = {
  chain_heads: 'The watcher of the test does not store the head of the chain.',
  customer_changes: 'A queue that is empty once customers are up to date.',
  direct_payments: 'Holds tokens sent directly to a split, without a receipt.',
  exchange_rates: 'The test reads no rates of providers.',
  firm_holds: 'Holds stock for an order without a key until its money arrives.',
  job_leases: 'The test runs jobs without a scheduler.',
  journal_quarantine: 'Holds orders accepted in an outage that cannot be inserted.',
  journal_segments: 'Holds the segments replayed after an outage.',
  live_changes: 'Holds changes for open screens, which the test does not open.',
  live_followers: 'Holds merchants with open screens.',
  notification_checks: 'A queue that is empty once staff are notified.',
  ledger_changes: 'A queue that is empty once the sums are up to date.',
  ledger_unsummed: 'A queue that is empty once the sums are up to date.',
  observed_charges: 'Holds charges by third parties until they are booked.',
  oversold_items: 'Holds items that were paid for after they sold out.',
  payout_backoffs: 'Holds payout addresses that refused a payment.',
  refund_reservations: 'Held while a person signs a refund.',
  recorded_events: 'A queue that is empty once its events are published.',
  returned_payments: 'Holds payments whose credit was returned on chain.',
  sales_without_items: 'Holds paid x402 orders until their items are stored.',
  sandbox_clock: 'The test moves its own clock.',
  unpaid_changes: 'A queue that is empty once the sums are up to date.',
  unpaid_days: 'Follows the clock of the database, unlike the test.',
  unregistered_charges: 'Holds charges of permissions that no customer registered.',
  x402_claims: 'A payment for a request is signed by the real clock.',
} as const satisfies Record<string, string>

type RareTable = keyof typeof rareTables

/** Inserts a row of the shop into each table that its use leaves empty. */
export async function insertRareRows(
  { db, now }: Pick<Context, 'db' | 'now'>,
  merchant: Address,
): Promise<void> {
  for (const [table, row] of Object.entries(rareRows({ merchant, at: now() }))) {
    const columns = Object.keys(row).join(', ')
    await db.query(
      `insert into ${table} (${columns})
       select ${columns} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
  }
}

function rareRows({
  merchant,
  at,
}: {
  merchant: Address
  at: number
}): Record<RareTable, Record<string, unknown>> {
  const chain_id = 84_532
  const receipt_id = receipts.overpaid
  const payer = aWallet()
  const token = aWallet()
  const split = aWallet()
  const bytes = `\\x${'5a'.repeat(32)}`
  const block = { block_number: 12, block_hash: aHash() }
  return {
    chain_heads: {
      chain_id,
      first_hash: aHash(),
      ...block,
      seen_at: at,
    },
    job_leases: {
      job: 'sum-ledger-days',
      owner: 'run_1',
      leased_until: at,
      run_at: at + HOUR_MS,
      every_ms: HOUR_MS,
      last_finished_at: at,
    },
    recorded_events: {
      merchant,
      id: '0f8fad5b-d9cb-469f-a165-70867728950e',
      kind: 'receipt.status_updated',
      receipt_id,
      body: '{}',
      created_at: at,
      recorded_at: at,
    },
    journal_quarantine: {
      id: 'jrn_1',
      kind: 'receipt',
      merchant,
      keys: ['r-1'],
      reason: 'the id is taken',
      accepted_at: at,
      quarantined_at: at,
      sealed: bytes,
    },
    journal_segments: { id: 'seg_1', replayed_at: at },
    sandbox_clock: { ahead_ms: HOUR_MS, resets: 1 },
    exchange_rates: {
      unit: 'ETH',
      usd_ppm: 2_500_000_000,
      provider: 'coinbase',
      quoted_at: at,
      fetched_at: at,
      anchor_ppm: 2_490_000_000,
      anchor_at: at,
      quotes: [{ provider: 'coinbase', usdPpm: '2500000000', quotedAt: at }],
    },
    firm_holds: {
      merchant,
      receipt_id,
      payer,
      tx_hash: aHash(),
      networks: ['5a5a'],
      until: at + HOUR_MS,
    },
    oversold_items: { merchant, receipt_id, item_id: 'itm_1', qty: 1.5 },
    sales_without_items: { merchant, receipt_id },
    live_changes: {
      merchant,
      kind: 'receipt',
      object_id: receipt_id,
      change: 'updated',
      recorded_at: at,
    },
    live_followers: { merchant, followed_until: at + HOUR_MS },
    notification_checks: { merchant, receipt_id },
    customer_changes: { merchant, key: payer },
    ledger_changes: { merchant, receipt_id },
    ledger_unsummed: { merchant, posting_key: 'payment/1' },
    unpaid_changes: {
      merchant,
      quarter: 1_920_000,
      open: -1,
      open_cents: -450,
      failed: 1,
      failed_cents: 450,
    },
    unpaid_days: {
      merchant,
      day: 20_000,
      quarters: [0],
      open_until: [1],
      open_cents_until: [450],
      failed_until: [0],
      failed_cents_until: [0],
    },
    direct_payments: {
      chain_id,
      tx_hash: aHash(),
      log_index: 0,
      merchant,
      split,
      token,
      units: 5_000_000,
      payer,
      ...block,
      paid_at: at,
      state: 'confirmed',
      usd_micros: 5_000_000,
      ledger_revision: 1,
      created_at: at,
    },
    payout_backoffs: {
      chain_id,
      payout_address: split,
      token,
      failures: 2,
      retry_after: at + HOUR_MS,
    },
    refund_reservations: {
      merchant,
      receipt_id,
      key: 'page-1234',
      held_by: merchant,
      reserved_at: at,
      expires_at: at,
    },
    returned_payments: {
      merchant,
      receipt_id,
      refund_id: 'rfd_1',
      chain_id,
      tx_hash: aHash(),
      log_index: 0,
      units: 1_000_000,
      usd_micros: 1_000_000,
    },
    observed_charges: {
      chain_id,
      charge_key: aHash(),
      spender: aWallet(),
      payer,
      payout_address: split,
      tx_hash: aHash(),
      paid_at: at,
      created_at: at,
      block_number: 12,
    },
    unregistered_charges: {
      chain_id,
      charge_key: aHash(),
      merchant,
      receipt_id: 'charge-of-third-party',
      created_at: at,
    },
    x402_claims: {
      chain_id,
      asset: token,
      payer,
      nonce: aHash(),
      holder: 'req_1',
      state: 'settled',
      route: 'POST /api/x402/orders',
      fingerprint: bytes,
      pay_to: split,
      units: 12_060_000,
      valid_before: Math.floor(at / 1_000) + 300,
      merchant,
      receipt_id,
      claimed_at_block: 12,
      transaction_hash: aHash(),
      created_at: at,
      updated_at: at,
      next_try_at: at,
    },
  }
}
