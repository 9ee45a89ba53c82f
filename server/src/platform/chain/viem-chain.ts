import { parseAddress } from '../../lib/hex.js'
import type { Config } from '../config/config.js'
import type {
  Block,
  BroadcastOutcome,
  Chain,
  Hex,
  SentTransaction,
  SuggestedFees,
  TransactionReceipt,
} from './chain.js'
import { type ChainClient, createChainClient } from './chain-client.js'
import { plainWords, revertReason } from './chain-failures.js'
import { callMany, getBalances, getTokenBalances } from './viem-balances.js'
import {
  findPending,
  findTransaction,
  hashOf,
  listBlockLogs,
  listLogs,
  toHex,
} from './viem-logs.js'

/** Logs take longer than other requests: anyone can add some to a block. */
const logTimeoutMs = 10_000

/** Creates the chain of `CHAIN_RPC_URL`, or returns `null` without one. Connects on first use. */
export function createViemChain(config: Pick<Config, 'chainRpcUrl' | 'chainId'>): Chain | null {
  const { chainRpcUrl = [], chainId } = config
  if (chainRpcUrl.length === 0) return null
  const client = createChainClient({ urls: chainRpcUrl, chainId })
  const logClient = createChainClient({ urls: chainRpcUrl, chainId, timeoutMs: logTimeoutMs })

  return {
    getChainId: async () => (await client()).getChainId(),
    findBlock: async (which) => findBlock(await client(), which),
    async findCode(address) {
      return (await (await client()).getCode({ address })) ?? null
    },
    getBalance: async (address) => (await client()).getBalance({ address }),
    getBalances: async (addresses) => getBalances(await client(), addresses),
    getTokenBalances: async (owner, tokens) => getTokenBalances(await client(), { owner, tokens }),
    callMany: async (calls, block) => callMany(await client(), calls, block),
    getNonce: async (address, blockTag) =>
      (await client()).getTransactionCount({ address, blockTag }),
    async estimateGas({ from, ...call }) {
      try {
        return { kind: 'gas', gas: await (await client()).estimateGas({ account: from, ...call }) }
      } catch (error) {
        const reason = await revertReason(error)
        if (reason === null) throw error
        return { kind: 'reverts', reason }
      }
    },
    async simulate({ from, ...call }) {
      try {
        await (await client()).call({ account: from, ...call })
        return { kind: 'succeeds' }
      } catch (error) {
        const reason = await revertReason(error)
        if (reason === null) throw error
        return { kind: 'reverts', reason }
      }
    },
    suggestFees: async () => suggestFees(await client()),
    broadcast: async (signed) => broadcast(await client(), signed),
    listSenders: async (block) => listSenders(await client(), block),
    listLogs: async (filter) => listLogs(await logClient(), filter),
    listBlockLogs: async (block) => listBlockLogs(await logClient(), block),
    findTransaction: async (hash) => findTransaction(await client(), hash),
    findPending: async (hash) => findPending(await client(), hash),
    findReceipt: async (hash) => findReceipt(await client(), hash),
    // The `Chain` type already checks the call; the library's own type would repeat it.
    readContract: async (call) => (await client()).readContract(call as never) as never,
    async isSignedByContract(input) {
      const { getChainId, verifyHash } = await client()
      // Call the node first: verifyHash returns false when it is unreachable.
      await getChainId()
      return verifyHash(input)
    },
    readFeed: async (address) => readFeed(await client(), address),
  }
}

async function findBlock(
  client: ChainClient,
  which: bigint | 'latest' | 'safe' | 'finalized',
): Promise<Block | null> {
  const tag = typeof which === 'bigint' ? toHex(which) : which
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
  if (!block?.number || !block.hash) return null

  return {
    number: BigInt(block.number),
    hash: hashOf(block.hash),
    parentHash: hashOf(block.parentHash),
    timestampSeconds: BigInt(block.timestamp),
  }
}

async function listSenders(client: ChainClient, number: bigint): Promise<SentTransaction[] | null> {
  const params = [toHex(number), true] as const
  const block = await client.request({ method: 'eth_getBlockByNumber', params: [...params] })
  if (!block?.hash) return null
  return block.transactions.flatMap((transaction) => {
    const from = typeof transaction === 'string' ? null : parseAddress(transaction.from)
    if (typeof transaction === 'string' || !from) return []
    return { hash: hashOf(transaction.hash), from, nonce: Number(transaction.nonce) }
  })
}

async function findReceipt(client: ChainClient, hash: Hex): Promise<TransactionReceipt | null> {
  const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (!receipt?.blockNumber) return null

  return {
    hash: hashOf(receipt.transactionHash),
    isSuccess: receipt.status === '0x1',
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: hashOf(receipt.blockHash),
    gasUsed: BigInt(receipt.gasUsed),
    effectiveGasPrice: BigInt(receipt.effectiveGasPrice),
  }
}

/** Offers twice the base fee, which rises an eighth per block at most: enough for five blocks. */
async function suggestFees(client: ChainClient): Promise<SuggestedFees> {
  const [block, maxPriorityFeePerGas] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas(),
  ])
  const baseFeePerGas = block.baseFeePerGas ?? (await client.getGasPrice())
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas
  return { maxFeePerGas, maxPriorityFeePerGas, baseFeePerGas }
}

async function readFeed(client: ChainClient, address: Hex) {
  const { parseAbi } = await import('viem')
  const abi = parseAbi([
    'function decimals() view returns (uint8)',
    'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  ])
  const [decimals, [, answer, , updatedAtSeconds]] = await Promise.all([
    client.readContract({ address, abi, functionName: 'decimals' }),
    client.readContract({ address, abi, functionName: 'latestRoundData' }),
  ])
  return { answer, decimals, updatedAtSeconds }
}

/** Error messages of different nodes. Their error codes are not consistent. */
const knownErrors: [RegExp, BroadcastOutcome][] = [
  [/already ?(known|imported|in mempool)|known transaction/i, { kind: 'accepted', isKnown: true }],
  [/nonce (is )?too low|old ?nonce/i, { kind: 'nonce_used' }],
  [/underpriced|fee ?too ?low|replacement ?not ?allowed/i, { kind: 'underpriced' }],
  [/insufficient ?(funds|balance)|exceeds account balance/i, { kind: 'unfunded' }],
]

/**
 * Broadcasts a signed transaction and returns the outcome.
 *
 * @throws when the node did not respond. It may have the transaction anyway.
 */
export async function broadcast(client: ChainClient, signed: Hex): Promise<BroadcastOutcome> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [signed] })
    return { kind: 'accepted', isKnown: false }
  } catch (error) {
    const message = await nodeMessage(error)
    if (message === null) throw error
    const knownError = knownErrors.find(([pattern]) => pattern.test(message))
    return knownError ? knownError[1] : { kind: 'refused', reason: plainWords(message, 200) }
  }
}

/** Returns the error message of the node itself, or `null` for a transport failure. */
async function nodeMessage(error: unknown): Promise<string | null> {
  const { BaseError, HttpRequestError, RpcRequestError, TimeoutError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  if (error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError))
    return null
  const rpcError = error.walk((cause) => cause instanceof RpcRequestError)
  return rpcError instanceof RpcRequestError ? rpcError.details : null
}
