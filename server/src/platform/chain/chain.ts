import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
} from 'viem'
import type { Address, Hash } from '../../lib/hex.js'

export type Hex = `0x${string}`

/**
 * The operations that the service needs from a chain. Each throws when the chain does not respond
 * or has another id than configured, so that `null` always means absence.
 */
export type Chain = {
  getChainId(): Promise<number>
  /** Returns `null` when the block does not exist (yet). */
  findBlock(which: bigint | 'latest' | 'safe' | 'finalized'): Promise<Block | null>
  /** Returns `null` when nothing is deployed there. */
  findCode(address: Address): Promise<Hex | null>
  getBalance(address: Address): Promise<bigint>
  /** Returns the native balances of addresses, in order. A request reads up to 100 at one block. */
  getBalances(addresses: readonly Address[]): Promise<bigint[]>
  /** Returns an address's balances in several tokens, in order; `null` where a token fails. */
  getTokenBalances(owner: Address, tokens: readonly Address[]): Promise<(bigint | null)[]>
  /** Executes up to 200 read-only calls on a block, by default the latest; `null` on a revert. */
  callMany(calls: readonly ReadOnlyCall[], block?: bigint): Promise<(Hex | null)[]>
  /** Counts the transactions of `address` in blocks; with `pending` also in the mempool. */
  getNonce(address: Address, at: 'latest' | 'pending'): Promise<number>
  /** Returns the gas a transaction would use, or the reason why it would revert. */
  estimateGas(
    call: Call,
  ): Promise<{ kind: 'gas'; gas: bigint } | { kind: 'reverts'; reason: string }>
  /**
   * Executes a transaction on the latest block without sending it, with the gas limit and fees it
   * would have. Without them a contract could tell a simulation by its gas price of zero.
   */
  simulate(
    call: Call & Fees & { gas: bigint },
  ): Promise<{ kind: 'succeeds' } | { kind: 'reverts'; reason: string }>
  /** Returns fees for inclusion in one of the next blocks. */
  suggestFees(): Promise<SuggestedFees>
  /** Sends a signed transaction to the node. Repeating it is safe. */
  broadcast(signed: Hex): Promise<BroadcastOutcome>
  /** Lists the transactions of a block with their senders. Returns `null` for a missing block. */
  listSenders(block: bigint): Promise<SentTransaction[] | null>
  /** Lists event logs of an inclusive range of blocks, in order. Throws on too wide a range. */
  listLogs(filter: LogFilter): Promise<Log[]>
  /** Lists all event logs of a block, from its receipts. Returns `null` for a missing block. */
  listBlockLogs(block: bigint): Promise<Log[] | null>
  /** Returns a transaction with its logs, or `null` while it is not in a block. */
  findTransaction(hash: Hash): Promise<MinedTransaction | null>
  /** Returns a transaction that the node knows and that is in no block yet, or `null`. */
  findPending(hash: Hash): Promise<PendingTransaction | null>
  /** Returns `null` while the transaction is not in a block. */
  findReceipt(hash: Hash): Promise<TransactionReceipt | null>
  readContract<const abi extends Abi, name extends ContractFunctionName<abi, 'pure' | 'view'>>(
    call: ReadCall<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, 'pure' | 'view', name>>
  /** Returns whether a contract wallet accepts `signature` (EIP-1271, EIP-6492 if not deployed). */
  isSignedByContract(input: SignedHash): Promise<boolean>
  /** Reads a Chainlink price feed (`AggregatorV3`). */
  readFeed(feed: Hex): Promise<PriceFeedRound>
}

export type Block = { number: bigint; hash: Hash; parentHash: Hash; timestampSeconds: bigint }

type Call = { from: Address; to: Address; data: Hex; value: bigint }

export type ReadOnlyCall = { to: Address; data: Hex }

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** With the base fee of the latest block, below which no transaction is included. */
export type SuggestedFees = Fees & { baseFeePerGas: bigint }

export type BroadcastOutcome =
  /** `isKnown` when the node already had it. */
  | { kind: 'accepted'; isKnown: boolean }
  /** Its nonce is used, by itself or by another transaction. */
  | { kind: 'nonce_used' }
  /** A pending transaction with its nonce offers as much or more. */
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
  /** By position: any of a list, or anything for `null`. */
  topics: readonly (readonly Hex[] | null)[]
}

/** An event log. */
export type Log = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

type SeenTransaction = {
  hash: Hash
  from: Address
  /** `null` for a contract creation. */
  to: Address | null
  value: bigint
  data: Hex
}

export type PendingTransaction = SeenTransaction & Fees & { nonce: number; gas: bigint }

export type MinedTransaction = SeenTransaction & {
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
  /** Defaults to the latest block. A node without this block throws. */
  blockNumber?: bigint
}

type SignedHash = { address: Hex; hash: Hex; signature: Hex }
