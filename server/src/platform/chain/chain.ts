import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
} from 'viem'
import type { Address, Hash } from '../../lib/hex.js'

export type Hex = `0x${string}`

/**
 * What the service asks of a chain. Each of them throws when the chain cannot be asked, or answers for another
 * chain than the configured one: unknown is never taken for no.
 */
export type Chain = {
  /** Which chain the node says it is. */
  getChainId(): Promise<number>
  /** `null` when there is no such block, or not yet. */
  findBlock(which: bigint | 'latest' | 'finalized'): Promise<Block | null>
  /** `null` when nothing is deployed there. */
  findCode(address: Address): Promise<Hex | null>
  getBalance(address: Address): Promise<bigint>
  /** How many transactions of `address` are in blocks, or with `pending` also in the node's queue. */
  getNonce(address: Address, at: 'latest' | 'pending'): Promise<number>
  /** What a transaction would use; the node's reason when it would revert. */
  estimateGas(
    call: Call,
  ): Promise<{ kind: 'gas'; gas: bigint } | { kind: 'reverts'; reason: string }>
  /** What a transaction should offer to be in one of the next blocks. */
  suggestFees(): Promise<Fees>
  /** Hands a signed transaction to the node. The same bytes again do no harm. */
  broadcast(signed: Hex): Promise<BroadcastOutcome>
  /** Who sent what in a block; `null` when there is no such block. */
  listSenders(block: bigint): Promise<SentTransaction[] | null>
  /**
   * What contracts have reported in a range of blocks, both included, in the order it happened. Throws when the
   * node finds the range too wide.
   */
  listLogs(filter: LogFilter): Promise<Log[]>
  /** What a transaction was, and what came of it; `null` while it is in no block. */
  findTransaction(hash: Hash): Promise<MinedTransaction | null>
  /** `null` while the transaction is in no block. */
  findReceipt(hash: Hash): Promise<TransactionReceipt | null>
  readContract<const abi extends Abi, name extends ContractFunctionName<abi, 'pure' | 'view'>>(
    call: ReadCall<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, 'pure' | 'view', name>>
  /**
   * Whether the contract wallet at `address`, deployed or yet to be, vouches for `signature` (EIP-1271,
   * EIP-6492).
   */
  isSignedByContract(input: SignedText): Promise<boolean>
  /** What a price feed (Chainlink's `AggregatorV3`) says. */
  readFeed(feed: Hex): Promise<PriceFeedRound>
}

export type Block = { number: bigint; hash: Hash; parentHash: Hash; timestampSeconds: bigint }

type Call = { from: Address; to: Address; data: Hex; value: bigint }

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export type BroadcastOutcome =
  /** `isKnown` when the node had it already. */
  | { kind: 'accepted'; isKnown: boolean }
  /** Its nonce is used up, by itself or by another transaction. */
  | { kind: 'nonce_used' }
  /** Another transaction with its nonce waits and offers as much or more. */
  | { kind: 'underpriced' }
  | { kind: 'unfunded' }
  | { kind: 'refused'; reason: string }

export type TransactionReceipt = {
  hash: Hash
  isSuccess: boolean
  blockNumber: bigint
  blockHash: Hash
  gasUsed: bigint
  effectiveGasPrice: bigint
}

export type LogFilter = {
  fromBlock: bigint
  toBlock: bigint
  addresses: readonly Address[]
  /** By place; any of a list, or anything where there is none. */
  topics: readonly (readonly Hex[] | null)[]
}

/** What a contract reported. */
export type Log = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

export type MinedTransaction = {
  hash: Hash
  from: Address
  /** `null` when it made a contract. */
  to: Address | null
  value: bigint
  data: Hex
  isSuccess: boolean
  blockNumber: bigint
  blockHash: Hash
  logs: Log[]
}

export type SentTransaction = { hash: Hash; from: Address; nonce: number }

export type PriceFeedRound = { answer: bigint; decimals: number; updatedAtSeconds: bigint }

type ReadCall<abi extends Abi, name extends ContractFunctionName<abi, 'pure' | 'view'>> = {
  address: Address
  abi: abi
  functionName: name
  args?: ContractFunctionArgs<abi, 'pure' | 'view', name>
}

type SignedText = { address: Hex; message: string; signature: Hex }
