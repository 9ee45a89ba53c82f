import type { MinedTransaction } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import {
  assignNative,
  releaseNative,
  releaseNativeBatches,
  releaseRefusedNative,
} from '../../platform/chain/deposits/native-store.js'
import { decodeRefused } from '../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import * as store from './flush-store.js'
import type { Payout } from './payment.js'

type FlushContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Assigns money at deposit addresses to a flush, either native token or tokens. Returns the number
 * of rows assigned: none when another flush was faster.
 */
export async function assignFlush(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { flushes, key }: { flushes: readonly store.DepositedToken[]; key: string },
): Promise<number> {
  const { chainId } = config
  const native = flushes.filter(({ token }) => token === nativeToken)
  const addresses = native.map(({ address }) => address)
  const isAlone = flushes.length === 1
  const tokens = await store.assignTokens(db, { chainId, flushes, key })
  return tokens + (await assignNative(db, { chainId, addresses, key, isAlone }))
}

/** Postpones tokens at deposit addresses that cannot move now. */
export async function postponeFlushes(
  { db, config, now }: FlushContext,
  tokens: readonly store.DepositedToken[],
): Promise<void> {
  if (tokens.length === 0) return
  await store.postponeTokens(db, { chainId: config.chainId, tokens, now: now() })
}

/**
 * Releases flushes without effect. If a transaction with several payments failed, the one at fault
 * is unknown, so each is retried at once in a transaction of its own. Tokens that did not move wait
 * by themselves. Native token that failed alone, or was refused, makes its payout address back off,
 * because it runs the code of that address. Returns these payout addresses. Native token that a
 * mined flush neither moved nor reported as refused was not there: the stored balance is outdated.
 */
export async function releaseFlushes(
  { db, config, now }: FlushContext,
  { cursor, transactions }: { cursor: bigint; transactions: readonly MinedTransaction[] },
): Promise<Payout[]> {
  const { chainId } = config
  const hashes = transactions.map(({ hash }) => hash)
  // Others emit the same event for little gas, so only our own transactions are searched for it.
  const refused = transactions
    .flatMap(({ logs }) => logs.filter(({ address }) => address === paymentGateway.address))
    .flatMap((log) => decodeRefused(log) ?? [])
    .filter(({ token }) => token === nativeToken)
  await store.releaseTokenBatches(db, chainId)
  await releaseNativeBatches(db, chainId)
  const refusing = await releaseRefusedNative(db, { chainId, refused })
  await store.releaseTokens(db, { chainId, cursor, hashes, now: now() })
  const failed = await releaseNative(db, { chainId, cursor, hashes })
  return [...refusing, ...failed].map((payoutAddress) => ({ payoutAddress, token: nativeToken }))
}
