import type { Address } from '../../lib/hex.js'
import { type BaseUnits, baseUnits, totalBps } from '../../lib/money.js'
import type { Chain, Hex, ReadOnlyCall } from '../../platform/chain/chain.js'
import { multicall3 } from '../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../platform/chain/generated/merchant-split.js'
import { testMulticallAbi } from '../../platform/chain/generated/test-contracts.js'
import { readChain } from '../../platform/chain/read-chain.js'
import { nativeToken } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import { listPlaces, type Places } from './list-places.js'
import { type Holding, listCurrencies, type Reserve, type ReserveCurrency } from './reserve.js'

/** A part of a holding and its calls. `read` returns null when the token did not respond. */
type Part = {
  token: Address
  of: 'releasable' | 'deposits' | 'wallet'
  calls: ReadOnlyCall[]
  read(results: readonly (Hex | null)[]): bigint | null
}

/**
 * Reads the money of a merchant from the chain, with one request, so that all amounts are of the
 * same block. Leaves out currencies that the chain does not have.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function readReserve(ctx: Context, merchant: Address): Promise<Reserve> {
  const places = await listPlaces(ctx, merchant)
  const currencies = listCurrencies(ctx.config.chainId)
  const parts = await partsOf(places, currencies)
  const readAt = ctx.now()
  const results = await readChain(ctx, (chain) => callAll(chain, parts))
  const holdings = currencies.flatMap((currency): Holding[] => {
    const amounts = parts.flatMap(({ token, of }, index) =>
      token === currency.token ? [{ of, units: results[index] ?? null }] : [],
    )
    if (amounts.some(({ units }) => units === null)) return []
    const sum = (of: Part['of']): BaseUnits =>
      baseUnits(
        amounts
          .filter((part) => part.of === of)
          .reduce((all, { units }) => all + (units ?? 0n), 0n),
      )
    return [
      {
        ...currency,
        releasable: sum('releasable'),
        deposits: sum('deposits'),
        wallet: sum('wallet'),
      },
    ]
  })
  return { readAt, holdings, isComplete: places.isComplete }
}

async function callAll(
  chain: Pick<Chain, 'callMany'>,
  parts: readonly Part[],
): Promise<(bigint | null)[]> {
  if (parts.length === 0) return []
  const results = await chain.callMany(parts.flatMap(({ calls }) => calls))
  let next = 0
  return parts.map(({ calls, read }) => {
    const partResults = results.slice(next, next + calls.length)
    next += calls.length
    return read(partResults)
  })
}

async function partsOf(
  { wallet, splits, deposits }: Places,
  currencies: readonly ReserveCurrency[],
): Promise<Part[]> {
  const { encodeFunctionData, erc20Abi } = await import('viem')
  const balance = (owner: Address, token: Address): ReadOnlyCall => {
    const args = [owner] as const
    return token === nativeToken
      ? {
          to: multicall3,
          data: encodeFunctionData({ abi: testMulticallAbi, functionName: 'getEthBalance', args }),
        }
      : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }) }
  }
  const read = ([result]: readonly (Hex | null)[]) => readWord(result)
  const tokens = currencies.map(({ token }) => token)

  return [
    ...(wallet ? tokens : []).map(
      (token): Part => ({ token, of: 'wallet', calls: [balance(wallet as Address, token)], read }),
    ),
    ...deposits
      .filter(({ token }) => tokens.includes(token))
      .map(({ address, token }): Part => {
        return { token, of: 'deposits', calls: [balance(address, token)], read }
      }),
    ...splits.flatMap(({ address, account, sharesBps }) =>
      tokens.map((token): Part => {
        const data = encodeFunctionData({
          abi: merchantSplitAbi,
          functionName: 'releasable',
          args: [token, account],
        })
        return {
          token,
          of: 'releasable',
          calls: [{ to: address, data }, balance(address, token)],
          read: ([due, balanceWord]) => readDue(due, { balance: readWord(balanceWord), sharesBps }),
        }
      }),
    ),
  ]
}

/** Until its first distribution a split has no code. Then it pays shares of its balance. */
function readDue(
  due: Hex | null | undefined,
  { balance, sharesBps }: { balance: bigint | null; sharesBps: number },
): bigint | null {
  if (due !== '0x' || balance === null) return readWord(due)
  return (balance * BigInt(sharesBps)) / BigInt(totalBps)
}

function readWord(result: Hex | null | undefined): bigint | null {
  return result?.length === 66 ? BigInt(result) : null
}
