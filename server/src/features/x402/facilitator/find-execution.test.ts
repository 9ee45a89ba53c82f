import { keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import type { Chain, Log } from '../../../platform/chain/chain.js'
import { findExecution } from './find-execution.js'

const authorized = {
  asset: aWallet(),
  payer: aWallet(),
  nonce: aHash() as Hash,
  payTo: aWallet(),
  units: baseUnits(5n),
  claimedAtBlock: 3_000n,
}

function aLog(event: string): Log {
  return {
    address: authorized.asset,
    topics: [keccak256(toHex(event))],
    data: '0x',
    blockNumber: 3_001n,
    blockHash: aHash() as Hash,
    transactionHash: aHash() as Hash,
    logIndex: 0,
  }
}

/** A node with this newest block and these logs, and whether it has their transaction. */
function aNode({ logs = [] as Log[], hasHead = true, hasTransaction = true } = {}) {
  return {
    findBlock: async () => (hasHead ? { number: 3_002n } : null),
    listLogs: async () => logs,
    findTransaction: async () => (hasTransaction ? { logs } : null),
  } as unknown as Chain
}

const used = aLog('AuthorizationUsed(address,bytes32)')

describe('findExecution', () => {
  test.each([
    ['has no blocks', aNode({ hasHead: false }), 'not_visible'],
    ['does not show the execution yet', aNode(), 'not_visible'],
    [
      'does not show its transaction yet',
      aNode({ logs: [used], hasTransaction: false }),
      'not_visible',
    ],
    [
      'knows that it was used long before',
      { ...aNode(), readContract: async () => true } as unknown as Chain,
      'nonce_spent',
    ],
    ['shows another transfer', aNode({ logs: [used] }), 'nonce_spent'],
    [
      'shows that the payer canceled it',
      aNode({ logs: [aLog('AuthorizationCanceled(address,bytes32)')] }),
      'nonce_spent',
    ],
  ])('behavior: a node that %s', async (_, node, kind) => {
    expect(await findExecution(node, authorized)).toEqual({ kind })
  })
})
