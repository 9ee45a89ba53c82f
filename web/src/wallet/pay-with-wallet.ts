import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../api/payment-option.js'
import { encodeWords } from './encode-words.js'
import { isHash } from './is-hash.js'
import { isPayable } from './is-payable.js'
import type { PayOutcome, PayStep } from './pay-outcome.js'
import { prepareWallet } from './prepare-wallet.js'
import { readRefusal } from './read-refusal.js'
import { toQuantity } from './to-quantity.js'
import type { Wallet } from './wallet.js'

export type { PayOutcome, PayStep }

const transfer = '0xa9059cbb'

/**
 * Pays with a wallet: a plain transfer to the receipt's own address, so that the wallet can show what it is. Never
 * throws; the chain decides later whether it was paid.
 */
export async function payWithWallet(
  wallet: Wallet,
  input: {
    payment: PortalReceipt['payment']
    option: PaymentOption
    onStep(step: PayStep): void
    isWanted?: () => boolean
  },
): Promise<PayOutcome> {
  if (!isPayable(input)) {
    return { kind: 'failed', message: 'Nothing was sent. Please reload the page and try again.' }
  }

  const ready = await prepareWallet(wallet, { ...input, paysGas: true })
  if (ready.kind !== 'connected') return ready
  const { from } = ready
  const params = [describeTransaction(from, input)]
  try {
    const txHash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
    if (isHash(txHash)) return { kind: 'sent', txHash: txHash.toLowerCase() }
    return { kind: 'unknown', message: null }
  } catch (error) {
    const refusal = readRefusal(error)
    // A node that does not answer may have it all the same.
    return refusal.kind === 'failed' ? { ...refusal, kind: 'unknown' } : refusal
  }
}

function describeTransaction(
  from: string,
  { payment, option }: { payment: PortalReceipt['payment']; option: PaymentOption },
) {
  const { depositAddress } = payment
  const { token } = option
  const amount = BigInt(option.amountUnits)
  // A wallet that was moved to another chain after all refuses what is meant for this one.
  const common = { from, chainId: toQuantity(payment.chainId) }
  if (token === null) return { ...common, to: depositAddress, value: toQuantity(amount) }
  return { ...common, to: token, data: transfer + encodeWords([depositAddress, amount]) }
}
