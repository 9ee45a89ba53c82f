import type { PaymentOption } from '../api/payment-option.js'
import { formatUnits } from '../format/format-units.js'
import { encodeWords } from './encode-words.js'
import type { PayOutcome } from './pay-outcome.js'
import { readQuantity } from './quantity.js'
import type { Provider } from './wallet.js'

type Shortfall = Extract<PayOutcome, { kind: 'short' }>

const balanceOf = '0x70a08231'
const coinDecimals = 18

/** What a transfer uses at least. */
const coinGas = 21_000n
const tokenGas = 40_000n

/**
 * What a wallet has too little of to pay; `null` when it has enough. A wallet that does not tell is given the benefit of
 * the doubt: it looks again before it sends.
 */
export async function findShortfall(
  provider: Provider,
  { from, option, paysGas }: { from: string; option: PaymentOption; paysGas: boolean },
): Promise<Shortfall | null> {
  const { token: to, decimals } = option
  const read = (method: string, ...params: unknown[]) => readQuantity(provider, { method, params })
  const [coins, gasPrice, tokens] = await Promise.all([
    paysGas ? read('eth_getBalance', from, 'latest') : null,
    paysGas ? read('eth_gasPrice') : null,
    to === null ? null : read('eth_call', { to, data: balanceOf + encodeWords([from]) }, 'latest'),
  ])

  const amount = BigInt(option.amountUnits)
  const held = to === null ? coins : tokens
  if (isBelow(held, amount)) return describe('token', { has: held, needs: amount, decimals })

  const fee = (gasPrice ?? 0n) * (to ? tokenGas : coinGas)
  const needs = to ? fee : amount + fee
  // A little is enough for a token's fee on most days, so that only who has nothing is stopped.
  if (!isBelow(coins, to ? 1n : needs)) return null
  return describe('gas', { has: coins, needs, decimals: coinDecimals })
}

/** What is not known is not too little. */
function isBelow(has: bigint | null, needs: bigint): has is bigint {
  return has !== null && has < needs
}

function describe(
  of: Shortfall['of'],
  { has, needs, decimals }: { has: bigint; needs: bigint; decimals: number },
): Shortfall {
  return { kind: 'short', of, needs: formatUnits(needs, decimals), has: formatUnits(has, decimals) }
}
