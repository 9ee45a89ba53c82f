import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { checksumAddress, parseHash } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { Outgoing } from '../../platform/chain/outgoing/outgoing.js'
import { describeTransaction } from './describe-transaction.js'

/** A planned transaction. */
function anOutgoing(fields: Partial<Outgoing> = {}): Outgoing {
  return {
    id: 'txn_1',
    chainId: 84_532,
    key: 'split:1',
    purpose: 'split.create',
    merchant: '',
    to: aWallet(),
    data: '0xc0ffee',
    value: 0n,
    gas: 400_000n,
    createdAt: unixMs(1),
    state: 'planned',
    stateSince: unixMs(2),
    plannedUs: 2_000n,
    error: null,
    errorSince: null,
    signer: null,
    nonce: null,
    hash: null,
    generation: 0,
    bumps: 0,
    takenSince: null,
    takenAtBlock: null,
    stuckSince: null,
    blockNumber: null,
    blockHash: null,
    gasUsed: null,
    ...fields,
  }
}

describe('describeTransaction', () => {
  test('default: describes a planned transaction of the platform', () => {
    const outgoing = anOutgoing()
    expect(describeTransaction(outgoing)).toEqual({
      id: 'txn_1',
      key: 'split:1',
      purpose: 'split.create',
      merchant: null,
      state: 'planned',
      to: checksumAddress(outgoing.to),
      valueWei: '0',
      signer: null,
      nonce: null,
      hash: null,
      generation: 0,
      bumps: 0,
      blockNumber: null,
      gasUsed: null,
      error: null,
      isStuck: false,
      createdAt: 1,
      stateSince: 2,
    })
  })

  test("behavior: describes all fields of a merchant's transaction", () => {
    const [merchant, signer] = [aWallet(), aWallet()]
    const hash = parseHash(`0x${'ab'.repeat(32)}`)
    const reverted = { state: 'reverted', error: 'NotEnough()', stuckSince: unixMs(9) } as const
    const outgoing = anOutgoing({
      ...reverted,
      merchant,
      signer,
      hash,
      nonce: 0,
      generation: 3,
      bumps: 2,
      value: 2n ** 255n,
      blockNumber: 12n,
      blockHash: hash,
      gasUsed: 21_000n,
    })
    expect(describeTransaction(outgoing)).toMatchObject({
      merchant: checksumAddress(merchant),
      signer: checksumAddress(signer),
      hash,
      nonce: 0,
      valueWei: (2n ** 255n).toString(),
      generation: 3,
      bumps: 2,
      blockNumber: 12,
      gasUsed: 21_000,
      state: 'reverted',
      error: 'NotEnough()',
      isStuck: true,
    })
  })

  test('behavior: hides the calldata', () => {
    expect(JSON.stringify(describeTransaction(anOutgoing()))).not.toContain('c0ffee')
  })
})
