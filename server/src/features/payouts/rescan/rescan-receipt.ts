import { AppError, invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress, parseAddress } from '../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal } from '../../../lib/money.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { describeFailure } from '../../../platform/chain/chain-failures.js'
import { type Deposit, depositOf } from '../../../platform/chain/deposit-address.js'
import { listDeposits, watchDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import { extendBalanceWatch } from '../../../platform/chain/deposits/native-store.js'
import { listTokens, nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { type Balance, planNativeFlush, planTokenFlushes } from './plan-rescan-flushes.js'
import type { RescanResponse } from './schemas.js'

const maxTokens = 20

/**
 * Searches the deposit addresses of a receipt for money: reads their balances, watches them again,
 * and plans flushes of money that no payment explains. A buyer may have paid to the address of an
 * earlier bill. Repeated calls are harmless.
 *
 * @throws {AppError} `not_found`, `chain_unavailable`, and `rate_limited` with `resetAt` when the
 *   gas budget is spent.
 */
export async function rescanReceipt(
  ctx: Context,
  { merchant, id, tokens }: { merchant: Address; id: string; tokens: readonly Address[] },
): Promise<RescanResponse> {
  const receipt = await getReceipt(ctx, { merchant, id })
  const current = depositOf(ctx.config, receipt)
  await watchDeposit(ctx, { receipt, deposit: current })
  await extendBalanceWatch(ctx.db, { deposit: current, until: unixMs(ctx.now() + DAY_MS) })
  const balances: RescanResponse['balances'] = []
  const { chainId } = ctx.config
  for (const deposit of await listDeposits(ctx.db, { chainId, merchant, receiptId: id })) {
    await watchDeposit(ctx, { receipt, deposit })
    balances.push(...(await rescanDeposit(ctx, { merchant, deposit, tokens })))
  }
  ctx.wakeups.wake('payments')
  return { ok: true, depositAddress: checksumAddress(current.address), balances }
}

async function rescanDeposit(
  ctx: Context,
  {
    merchant,
    deposit,
    tokens,
  }: { merchant: Address; deposit: Deposit; tokens: readonly Address[] },
): Promise<RescanResponse['balances']> {
  const balances = await readBalances(ctx, { deposit, tokens })
  const flushed = new Set([
    ...(await planTokenFlushes(ctx, { merchant, deposit, balances })),
    ...(await planNativeFlush(ctx, { merchant, deposit, balances })),
  ])
  return balances.map((balance) => ({
    ...describeBalance(balance, deposit),
    flushed: flushed.has(balance.token),
  }))
}

/**
 * Reads the optional list of tokens.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readTokens(value: unknown): Address[] {
  if (value === undefined || value === null) return []
  const tokens = Array.isArray(value)
    ? value.map((token) => (typeof token === 'string' ? parseAddress(token) : null))
    : null
  if (!tokens || tokens.length > maxTokens || tokens.includes(null)) {
    throw invalidInput(`tokens must be a list of at most ${maxTokens} addresses.`)
  }
  return [...new Set(tokens.flatMap((token) => token ?? []))]
}

/** Returns the balances above zero: of supported tokens, native token, and the other tokens. */
async function readBalances(
  { chain, config, log }: Context,
  { deposit, tokens }: { deposit: Deposit; tokens: readonly Address[] },
): Promise<Balance[]> {
  const unavailable = new AppError(
    'chain_unavailable',
    'The chain is not reachable right now. Retry in a moment.',
  )
  if (!chain) throw unavailable
  const supported = listTokens(config.chainId).map(({ address }) => address)
  const others = tokens.filter((token) => !findAsset(config.chainId, token))
  try {
    return [
      ...(await readTokenBalances(chain, { deposit, tokens: supported })),
      { token: nativeToken, units: await chain.getBalance(deposit.address) },
      // In a request of their own, because a hostile token can use up its gas.
      ...(await readTokenBalances(chain, { deposit, tokens: others })),
    ].filter(({ units }) => units > 0n)
  } catch (error) {
    log.warn({ reason: describeFailure(error) }, 'balances could not be read')
    throw unavailable
  }
}

async function readTokenBalances(
  chain: Chain,
  { deposit, tokens }: { deposit: Deposit; tokens: readonly Address[] },
): Promise<Balance[]> {
  const units = await chain.getTokenBalances(deposit.address, tokens)
  return tokens.map((token, index) => ({ token, units: units[index] ?? 0n }))
}

function describeBalance({ token, units }: Balance, { chainId, address }: Deposit) {
  const asset = findAsset(chainId, token)
  return {
    depositAddress: checksumAddress(address),
    token: token === nativeToken ? null : checksumAddress(token),
    symbol: asset?.symbol ?? null,
    units: String(units),
    amount: asset && baseUnitsToDecimal(baseUnits(units), asset.decimals),
  }
}
