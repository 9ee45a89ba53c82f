import { createHash, randomBytes } from 'node:crypto'
import type { Hash } from '../src/lib/hex.js'
import { unixMs } from '../src/lib/time.js'
import type { TransactionReceipt } from '../src/platform/chain/chain.js'
import type { Attempt, Outgoing } from '../src/platform/chain/outgoing/outgoing.js'
import { aWallet } from './factories.js'

const aHash = () => `0x${randomBytes(32).toString('hex')}` as Hash

/** An outgoing transaction as the database has it; a test states only what it is about. */
export function anOutgoing(fields: Partial<Outgoing> = {}): Outgoing {
  return {
    ...{
      id: 'txn_1',
      chainId: 84_532,
      key: 'gift:1',
      purpose: 'gift',
      merchant: '',
      to: aWallet(),
    },
    ...{ data: '0x', value: 1n, createdAt: unixMs(0), plannedUs: 0n },
    ...{ state: 'planned', stateSince: unixMs(0), error: null, errorSince: null },
    ...{ signer: null, nonce: null, hash: null, generation: 0, bumps: 0 },
    ...{ takenSince: null, takenAtBlock: null, stuckSince: null },
    ...{ blockNumber: null, blockHash: null, gasUsed: null },
    ...fields,
  }
}

export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    ...{ transactionId: 'txn_1', generation: 1, chainId: 84_532, signer: aWallet(), nonce: 0 },
    ...{ raw: '0x02', hash: aHash(), gas: 25_200n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
    ...{ isEmpty: false, broadcastAt: null, outcome: null },
    ...fields,
  }
}

/** The same block number is the same block. */
export function aReceipt(fields: Partial<TransactionReceipt> = {}): TransactionReceipt {
  const { blockNumber = 1n } = fields
  const blockHash = `0x${createHash('sha256').update(`${blockNumber}`).digest('hex')}` as Hash
  return {
    ...{ hash: aHash(), isSuccess: true, blockNumber, blockHash },
    ...{ gasUsed: 21_000n, effectiveGasPrice: 1n },
    ...fields,
  }
}
