import type { PaymentOption } from '../api/payment-option.js'
import { formatUnits } from '../format/format-units.js'
import { encodeWords } from './encode-words.js'
import type { PayOutcome } from './pay-outcome.js'
import { readQuantity } from './quantity.js'
import type { Provider } from './wallet.js'

type Shortfall = Extract<PayOutcome, { needs: string }>

const balanceOf = '0x70a08231'
const nativeDecimals = 18

/** The least gas a transfer uses. */
const nativeGas = 21_000n
const tokenGas = 40_000n

/**
 * Returns the balance that is too low to pay, or null. An unknown balance counts as enough, because
 * the wallet checks again before it sends.
 */
export async function findShortfall(
  provider: Provider,
  { from, option, paysGas }: { from: string; option: PaymentOption; paysGas: boolean },
): Promise<Shortfall | null> {
  const { token: to, decimals } = option
  const read = (method: string, ...params: unknown[]) => readQuantity(provider, { method, params })
  const [nativeUnits, gasPrice, tokens] = await Promise.all([
    paysGas ? read('eth_getBalance', from, 'latest') : null,
    paysGas ? read('eth_gasPrice') : null,
    to === null ? null : read('eth_call', { to, data: balanceOf + encodeWords([from]) }, 'latest'),
  ])

  const amount = BigInt(option.amountUnits)
  const balance = to === null ? nativeUnits : tokens
  if (isBelow(balance, amount)) return describe('token', { has: balance, needs: amount, decimals })

  const fee = (gasPrice ?? 0n) * (to ? tokenGas : nativeGas)
  const needs = to ? fee : amount + fee
  // Fees are usually tiny, so a token transfer is stopped only when the wallet holds no native
  // token at all.
  if (!isBelow(nativeUnits, to ? 1n : needs)) return null
  return describe('gas', { has: nativeUnits, needs, decimals: nativeDecimals })
}

/** An unknown balance is not too low. */
function isBelow(has: bigint | null, needs: bigint): has is bigint {
  return has !== null && has < needs
}

function describe(
  of: Shortfall['of'],
  { has, needs, decimals }: { has: bigint; needs: bigint; decimals: number },
): Shortfall {
  return {
    kind: 'insufficient_funds',
    of,
    needs: formatUnits(needs, decimals),
    has: formatUnits(has, decimals),
  }
}
