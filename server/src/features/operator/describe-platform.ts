import { checksumAddress } from '../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal, microsToDecimal } from '../../lib/money.js'
import { writeDay } from '../../lib/time.js'
import { describeAsset } from '../../platform/chain/assets/asset-name.js'
import type { DayVolume } from '../ledger/sum-days.js'
import type { Delivery } from '../webhooks/delivery.js'
import type { RelayerState } from './get-relayer.js'

/** Returns the volume of a day in an asset, as the API shows it. */
export function describeDay({ day, asset, sales, fees, refunds, plans }: DayVolume) {
  const { symbol, decimals } = describeAsset(asset)
  const amount = ({ units }: DayVolume['sales']) => baseUnitsToDecimal(baseUnits(units), decimals)
  const worth = ({ usdMicros }: DayVolume['sales']) => microsToDecimal(usdMicros)
  return {
    day: writeDay(day),
    asset,
    symbol,
    sales: amount(sales),
    salesUsd: worth(sales),
    fees: amount(fees),
    feesUsd: worth(fees),
    refunds: amount(refunds),
    refundsUsd: worth(refunds),
    plans: amount(plans),
    plansUsd: worth(plans),
  }
}

/** Returns the state of the relayers, as the API shows it. */
export function describeRelayer({ relayers, budgets, resetAt, queue }: RelayerState) {
  const { counts, stuck, oldestUnminedMs, blocked } = queue
  return {
    ok: true as const,
    relayers,
    budgets: budgets.map(({ purpose, usedGas, maxGas, revertedGas, maxRevertedGas }) => ({
      purpose,
      usedGas: String(usedGas),
      maxGas: String(maxGas),
      revertedGas: String(revertedGas),
      maxRevertedGas: maxRevertedGas === null ? null : String(maxRevertedGas),
    })),
    resetAt,
    queue: { ...counts, stuck, oldestUnminedMs, blocked },
  }
}

/** Returns a failed delivery, as the API shows it. The query of its URL may contain a secret. */
export function describeFailed({ merchant, id, kind, receiptId, url, ...delivery }: Delivery) {
  const { attempts, createdAt } = delivery
  const last = attempts.at(-1)
  return {
    wallet: checksumAddress(merchant),
    deliveryId: id,
    event: kind,
    receiptId,
    url: url.split(/[?#]/, 1)[0] ?? '',
    attempts: attempts.length,
    lastError: last?.error ?? null,
    lastHttpStatus: last?.httpStatus ?? null,
    createdAt,
  }
}
