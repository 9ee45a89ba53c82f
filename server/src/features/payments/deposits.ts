import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Deposit } from '../../platform/chain/deposit-address.js'
import type { TxContext } from '../../platform/context.js'
import { listDeposits, listSplitOwners } from './index/deposit-store.js'
import { saveNativeBalance } from './index/native-store.js'
import type { ReceiptRef } from './payment.js'
import { extendBalanceWatch } from './quote/balance-watch-store.js'

type ChainContext = Pick<TxContext, 'db' | 'config'>

/** Lists the latest deposit addresses of a receipt, the latest first. */
export function listReceiptDeposits(
  { db, config }: ChainContext,
  receipt: ReceiptRef,
): Promise<Deposit[]> {
  return listDeposits(db, { chainId: config.chainId, ...receipt })
}

/** Maps the splits among some addresses to their merchants. */
export function findSplitOwners(
  { db, config }: ChainContext,
  addresses: readonly Address[],
): Promise<Map<Address, Address>> {
  return listSplitOwners(db, { chainId: config.chainId, addresses })
}

/** Watches the native balance of a deposit address until a time, or longer if it was watched longer. */
export function watchNativeBalance(
  { db }: Pick<TxContext, 'db'>,
  input: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  return extendBalanceWatch(db, input)
}

/** Records a native balance that a node reported. Ignores a lower one, since the node may lag behind. */
export function raiseNativeBalance(
  { db, config, now }: ChainContext & Pick<TxContext, 'now'>,
  { address, units }: { address: Address; units: bigint },
): Promise<void> {
  const { chainId } = config
  return saveNativeBalance(db, { chainId, address, units, now: now(), mayFall: false })
}
