import { aWallet } from '../../../test/factories.js'
import type { Hash } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { findToken } from '../../platform/chain/tokens.js'
import type { Payment } from './payment.js'

const chainId = 84_532

/** A confirmed payment of a dollar, unless the test says otherwise. */
export function aPayment(fields: Partial<Payment> = {}): Payment {
  const units = fields.units ?? baseUnits(1_000_000n)
  return {
    chainId,
    transactionHash: `0x${'1'.repeat(64)}` as Hash,
    logIndex: 0,
    merchant: aWallet(),
    receiptId: 'r-1',
    kind: 'deposit',
    token: findToken(chainId, 'USDC')?.address ?? aWallet(),
    units,
    payer: null,
    depositAddress: null,
    payoutAddress: aWallet(),
    blockNumber: 10n,
    blockHash: `0x${'2'.repeat(64)}` as Hash,
    paidAt: unixMs(1_000),
    state: 'confirmed',
    mismatch: null,
    usdPerUnit: null,
    usdMicros: micros(units),
    arrivedBlock: null,
    arrivedLog: null,
    releasedBlock: null,
    posted: 0,
    ...fields,
  }
}
