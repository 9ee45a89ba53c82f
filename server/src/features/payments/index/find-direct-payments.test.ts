import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type { Received, Transfer } from '../../../platform/chain/logs/decode-logs.js'
import { findDirectPayments } from './find-direct-payments.js'

const [split, token, payer, merchant] = [aWallet(), aWallet(), aWallet(), aWallet()]
const hash = (digit: string) => `0x${digit.repeat(64)}` as Hash
const place = { blockNumber: 7n, blockHash: hash('b'), transactionHash: hash('1') }

const transfer = (units: bigint, fields: Partial<Transfer> = {}): Transfer => ({
  ...place,
  logIndex: 3,
  token,
  from: payer,
  to: split,
  units: baseUnits(units),
  ...fields,
})
const received = (units: bigint, fields: Partial<Received> = {}): Received => ({
  ...place,
  logIndex: 9,
  receiptKey: hash('a'),
  payoutAddress: split,
  payer,
  token,
  units: baseUnits(units),
  ...fields,
})
const find = (transfers: Transfer[], explained: Received[] = []) =>
  findDirectPayments({
    transfers,
    explained,
    splitOwners: new Map<Address, Address>([[split, merchant]]),
    paidAt: ({ blockNumber }) => unixMs(Number(blockNumber)),
  })

describe('findDirectPayments', () => {
  test('default: finds a transfer to a split', () => {
    expect(find([transfer(5n)])).toEqual([
      { ...place, logIndex: 3, merchant, split, token, units: 5n, payer, paidAt: 7 },
    ])
  })

  test('behavior: subtracts what receipts explain in the same transaction', () => {
    const transfers = [transfer(5n), transfer(3n, { logIndex: 4, from: aWallet() })]
    expect(find(transfers, [received(5n)])).toMatchObject([{ logIndex: 3, units: 3n, payer: null }])
    expect(find(transfers, [received(5n), received(3n)])).toMatchObject([{ units: 0n }])
  })

  test('behavior: keeps transactions, tokens and payout addresses apart', () => {
    const other = { transactionHash: hash('2') }
    const foundDirectPayments = find(
      [transfer(5n), transfer(4n, other)],
      [
        received(5n, other),
        received(5n, { token: aWallet() }),
        received(5n, { payoutAddress: payer }),
      ],
    )
    expect(foundDirectPayments.map(({ units }) => units)).toEqual([5n, 0n])
  })

  test('behavior: does not take the gateway for the payer', () => {
    const [foundDirectPayment] = find([transfer(5n, { from: paymentGateway.address })])
    expect(foundDirectPayment?.payer).toBeNull()
  })

  test('behavior: ignores addresses that are not splits', () => {
    expect(find([transfer(5n, { to: aWallet() })])).toEqual([])
  })
})
