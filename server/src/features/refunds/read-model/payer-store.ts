import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { AssetName } from '../../../platform/chain/assets/asset-name.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../../payments/payment.js'

/** A wallet's total in one asset. The wallet is null when the payer is unknown. */
export type WalletSum<Wallet = Address | null> = {
  wallet: Wallet
  asset: AssetName
  units: BaseUnits
}

/** Sums the recorded refunds of a sale by buyer and asset, without returned credit. */
export async function sumRefunded(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<WalletSum<Address>[]> {
  const { rows } = await db.query<{ buyer: Address; asset: AssetName; units: string }>(
    `select refunds.buyer, owed.asset, -sum(owed.units) as units from refunds
     join ledger_entries as owed
       on owed.merchant = refunds.merchant and owed.posting_key = 'refund:' || refunds.id
     where refunds.merchant = $1 and refunds.receipt_id = $2 and owed.account = 'refund_payable'
       and refunds.buyer is not null and not refunds.is_credit
     group by refunds.buyer, owed.asset
     order by refunds.buyer collate "C", owed.asset collate "C"`,
    [merchant, receiptId],
  )
  return rows.map(({ buyer, asset, units }) => ({
    wallet: buyer,
    asset,
    units: toBaseUnits(units),
  }))
}
