import { isHash } from '../../../core/wallet/hex.js'
import { prepareWallet } from '../../../core/wallet/prepare-wallet.js'
import { toQuantity } from '../../../core/wallet/quantity.js'
import { readPaymentRefusal } from '../../../core/wallet/read-refusal.js'
import type { Wallet } from '../../../core/wallet/wallet.js'
import type { ResultOf } from '../../api/api-types.js'

type PayoutTransaction = ResultOf<'get', '/api/payouts/transaction'>
type Preparation = Awaited<ReturnType<typeof prepareWallet>>
type Refusal = Exclude<Preparation, { kind: 'connected' }>

export type SendOutcome =
  | { kind: 'sent'; txHash: string }
  | Refusal
  | ReturnType<typeof readPaymentRefusal>

/** Sends the transaction of a payout with a wallet. It moves no money of the wallet, only gas. */
export async function sendPayout(
  wallet: Wallet,
  { chainId, network, to, data }: PayoutTransaction,
): Promise<SendOutcome> {
  const nothing = { amountUnits: '0', amount: '0', uri: '', expiresAt: null }
  const ready = await prepareWallet(wallet, {
    payment: { chainId, network },
    option: { symbol: network.coin, token: null, decimals: 18, ...nothing },
    paysGas: true,
    onStep() {},
  })
  if (ready.kind !== 'connected') return ready
  try {
    const params = [{ from: ready.from, to, data, value: '0x0', chainId: toQuantity(chainId) }]
    const txHash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
    return isHash(txHash) ? { kind: 'sent', txHash } : { kind: 'failed', message: null }
  } catch (error) {
    return readPaymentRefusal(error)
  }
}
