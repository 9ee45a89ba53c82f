import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import { mapConcurrent } from '../../lib/map-concurrent.js'
import type { Hex, Log, LogFilter, MinedTransaction, PendingTransaction } from './chain.js'
import type { ChainClient } from './chain-client.js'

const receiptsAtOnce = 8

/** A log of a node. A pending one has no block. */
type RpcLog = {
  address: string
  topics: readonly Hex[]
  data: Hex
  blockNumber: Hex | null
  blockHash: string | null
  transactionHash: string | null
  logIndex: Hex | null
  removed?: boolean
}

/** Parses logs by hand: the library takes longer to decode many logs than to fetch them. */
export async function listLogs(client: ChainClient, filter: LogFilter): Promise<Log[]> {
  const { fromBlock, toBlock, addresses, topics } = filter
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        fromBlock: toHex(fromBlock),
        toBlock: toHex(toBlock),
        address: [...addresses],
        topics: topics.map((choices) => choices && [...choices]),
      },
    ],
  })
  return logs.flatMap((log) => readLog(log) ?? [])
}

/** Reads the receipts one by one from a node that does not return all at once. */
export async function listBlockLogs(client: ChainClient, number: bigint): Promise<Log[] | null> {
  const params = [toHex(number), false] as const
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [...params] })
  if (!block?.hash) return null
  const hashes = block.transactions.map((entry) => (typeof entry === 'string' ? entry : entry.hash))
  const receipts = await readReceipts(client, { number, hashes })
  const blockReceipts = receipts.filter(({ blockHash }) => blockHash === block.hash)
  if (blockReceipts.length !== hashes.length || receipts.length !== hashes.length) {
    throw new Error(`the receipts of block ${number} do not belong to it`)
  }
  return receipts.flatMap(({ logs }) => logs.flatMap((log) => readLog(log) ?? []))
}

async function readReceipts(
  client: ChainClient,
  { number, hashes }: { number: bigint; hashes: readonly Hex[] },
): Promise<{ blockHash: Hex; logs: readonly RpcLog[] }[]> {
  const params = [toHex(number)] as const
  const all = await client
    .request({ method: 'eth_getBlockReceipts', params: [...params] })
    .catch(() => null)
  if (all) return [...all]
  return mapConcurrent(hashes, receiptsAtOnce, async (hash) => {
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (!receipt) throw new Error(`the node has no receipt of ${hash}`)
    return receipt
  })
}

export async function findTransaction(
  client: ChainClient,
  hash: Hash,
): Promise<MinedTransaction | null> {
  const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  // Most lookups end here, so the second request is not made at the same time.
  if (!receipt?.blockNumber) return null
  const transaction = await client.request({ method: 'eth_getTransactionByHash', params: [hash] })
  if (!transaction) return null
  return {
    ...readTransaction(hash, transaction),
    isSuccess: receipt.status === '0x1',
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: hashOf(receipt.blockHash),
    logs: receipt.logs.flatMap((log) => readLog(log) ?? []),
  }
}

export async function findPending(
  client: ChainClient,
  hash: Hash,
): Promise<PendingTransaction | null> {
  const transaction = await client.request({ method: 'eth_getTransactionByHash', params: [hash] })
  if (!transaction || transaction.blockNumber) return null
  // An old transaction has one price for both.
  const maxFeePerGas = transaction.maxFeePerGas ?? transaction.gasPrice ?? '0x0'
  return {
    ...readTransaction(hash, transaction),
    nonce: Number(transaction.nonce),
    gas: BigInt(transaction.gas),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas ?? maxFeePerGas),
  }
}

function readTransaction(
  hash: Hash,
  { from, to, value, input }: { from: string; to: string | null; value: Hex; input: Hex },
) {
  return {
    hash,
    from: addressOf(from),
    to: to ? addressOf(to) : null,
    value: BigInt(value),
    data: input,
  }
}

/** Returns `null` for a log that is not in a block or was removed. */
function readLog(log: RpcLog): Log | null {
  const { blockNumber, blockHash, transactionHash, logIndex } = log
  if (log.removed || !blockNumber || !blockHash || !transactionHash || !logIndex) return null
  return {
    address: addressOf(log.address),
    topics: log.topics,
    data: log.data,
    blockNumber: BigInt(blockNumber),
    blockHash: hashOf(blockHash),
    transactionHash: hashOf(transactionHash),
    logIndex: Number(logIndex),
  }
}

/** Parses a hash from a node's response. */
export function hashOf(text: string): Hash {
  const hash = parseHash(text)
  if (!hash) throw new Error('the node returned a malformed hash')
  return hash
}

/** Parses an address from a node's response. */
function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error('the node returned a malformed address')
  return address
}

/** Encodes a number for a JSON-RPC request. */
export function toHex(number: bigint): Hex {
  return `0x${number.toString(16)}`
}
