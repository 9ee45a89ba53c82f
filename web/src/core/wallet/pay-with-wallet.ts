import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../api/payment-option.js'
import { encodeWords } from './encode-words.js'
import { isHash } from './hex.js'
import { isPayable } from './is-payable.js'
import type { PayOutcome, PayStep } from './pay-outcome.js'
import { prepareWallet } from './prepare-wallet.js'
import { toQuantity } from './quantity.js'
import { readPaymentRefusal } from './read-refusal.js'
import type { Wallet } from './wallet.js'

const transfer = '0xa9059cbb'

/**
 * Pays with a plain transfer to the receipt's deposit address, which every wallet can display.
 * Never throws. The chain decides later whether the receipt is paid.
 */
export async function payWithWallet(
  wallet: Wallet,
  input: {
    payment: PortalReceipt['payment']
    option: PaymentOption
    onStep(step: PayStep): void
    shouldContinue?: () => boolean
  },
): Promise<PayOutcome> {
  if (!isPayable(input)) return { kind: 'invalid' }

  const ready = await prepareWallet(wallet, { ...input, paysGas: true })
  if (ready.kind !== 'connected') return ready
  const { from } = ready
  const params = [describeTransaction(from, input)]
  try {
    const txHash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
    if (isHash(txHash)) return { kind: 'sent', txHash: txHash.toLowerCase() }
    return { kind: 'unknown', message: null }
  } catch (error) {
    const refusal = readPaymentRefusal(error)
    // A node that does not respond may still have received the transaction.
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
  // With the chain id, a wallet that has switched chains in the meantime rejects the transaction.
  const common = { from, chainId: toQuantity(payment.chainId) }
  if (token === null) return { ...common, to: depositAddress, value: toQuantity(amount) }
  return { ...common, to: token, data: transfer + encodeWords([depositAddress, amount]) }
}
