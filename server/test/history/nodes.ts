import { decodeFunctionData } from 'viem'
import type { Address, Hash } from '../../src/lib/hex.js'
import type { UnixMs } from '../../src/lib/time.js'
import type {
  Chain,
  Log,
  LogFilter,
  MinedTransaction,
  ReadOnlyCall,
} from '../../src/platform/chain/chain.js'
import { multicall3, paymentGateway } from '../../src/platform/chain/contracts.js'
import { paymentGatewayAbi } from '../../src/platform/chain/generated/payment-gateway.js'
import { testMulticallAbi } from '../../src/platform/chain/generated/test-contracts.js'
import { topicOfAddress } from '../../src/platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'
import {
  buildBlock,
  heldBy,
  type ModelBlock,
  type ModelTransaction,
  releasedBy,
  type Terms,
} from './chain.js'

const toWord = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}` as const

/** No node responds. */
export class NodeAway extends Error {}

type Node =
  | { kind: 'follows' }
  /** Does not respond. */
  | { kind: 'away' }
  | { kind: 'behind'; blocks: number }
  /** Follows another branch. */
  | { kind: 'astray'; branch: readonly ModelBlock[]; from: number }

export const finalAfter = 12
/** A branch ends before its fork point is final. */
const maxBranch = 10

/** Creates an in-memory chain with branches and two unreliable nodes. */
export function createHistoryNodes(
  terms: Terms,
  choose: (below: number) => number,
  // Without a clock, blocks are two seconds apart.
  { now }: { now?: () => UnixMs } = {},
) {
  /**
   * Reads the native token that a split has paid out, or the balance that a call to Multicall3
   * names.
   */
  function readNative(state: ModelBlock['state'], { to, data }: ReadOnlyCall): bigint {
    if (to !== multicall3) return releasedBy(state, { split: to, terms })
    const { args } = decodeFunctionData({ abi: testMulticallAbi, data })
    return state.get(heldBy(nativeToken, String(args?.[0]).toLowerCase() as Address)) ?? 0n
  }

  let counter = 0
  const build = (parent: ModelBlock | null, transactions: readonly ModelTransaction[] = []) => {
    counter += 1
    const at = now && BigInt(Math.floor(now() / 1000))
    const block = buildBlock(parent, { transactions, name: `block ${counter}`, at }, terms)
    knownBlocks.set(block.hash, block)
    return block
  }
  const knownBlocks = new Map<string, ModelBlock>()
  let blocks: ModelBlock[] = [build(null)]
  const nodes: [Node, Node] = [{ kind: 'follows' }, { kind: 'follows' }]
  /** Whether requests alternate between the nodes, and whether logs are repeated. */
  const behavior = { isFickle: false, repeatsLogs: false }
  /** Addresses whose incoming transfers no node lists. */
  const forgotten = new Set<string>()
  const isForgotten = ({ address, topics: [, , to] }: Log) =>
    address !== paymentGateway.address && to !== undefined && forgotten.has(to)

  /** Returns the blocks that a node knows. */
  function viewOf(node: Node): readonly ModelBlock[] | null {
    switch (node.kind) {
      case 'follows':
        return blocks
      case 'away':
        return null
      case 'behind':
        return blocks.slice(0, Math.max(1, blocks.length - node.blocks))
      case 'astray':
        return blocks.length - node.from > maxBranch ? blocks : node.branch
    }
  }

  function currentView(): readonly ModelBlock[] {
    const first = behavior.isFickle ? choose(2) : 0
    const view = viewOf(nodes[first] as Node) ?? viewOf(nodes[1 - first] as Node)
    if (!view) throw new NodeAway('no node responds')
    return view
  }

  const chain: Pick<
    Chain,
    | 'findBlock'
    | 'findCode'
    | 'listLogs'
    | 'listBlockLogs'
    | 'callMany'
    | 'getBalances'
    | 'findTransaction'
    | 'findReceipt'
  > = {
    async findBlock(which) {
      const view = currentView()
      if (which === 'latest') return view.at(-1) ?? null
      if (which === 'safe') return view[Math.max(0, view.length - 1 - finalAfter / 2)] ?? null
      if (which === 'finalized') return view[Math.max(0, view.length - 1 - finalAfter)] ?? null
      return view[Number(which)] ?? null
    },
    async listLogs(filter) {
      const { fromBlock, toBlock } = filter
      const logs = currentView()
        .filter(({ number }) => number >= fromBlock && number <= toBlock)
        .flatMap((block) => block.logs.filter((log) => isWanted(log, filter)))
        .filter((log) => !isForgotten(log))
      return behavior.repeatsLogs ? logs.flatMap((log) => [log, log]) : logs
    },
    async listBlockLogs(number) {
      const { logs } = currentView()[Number(number)] ?? {}
      return logs?.filter((log) => !isForgotten(log)) ?? null
    },
    async getBalances(addresses: readonly Address[]) {
      const state = currentView().at(-1)?.state
      return addresses.map((address) => state?.get(heldBy(nativeToken, address)) ?? 0n)
    },
    /**
     * Simulates flushes, and reads the native token of splits, the only calls that settlement
     * makes.
     */
    async callMany(calls, block) {
      const state = currentView().at(block === undefined ? -1 : Number(block))?.state
      if (!state) throw new NodeAway('the node does not have the block')
      return calls.map(({ to, data }) => {
        if (to !== paymentGateway.address) return toWord(readNative(state, { to, data }))
        const { functionName, args } = decodeFunctionData({ abi: paymentGatewayAbi, data })
        if (functionName !== 'flush') throw new Error(`${functionName} is not simulated`)
        const [receiptKey, payoutAddress, token] = args.map((arg) => arg.toLowerCase())
        const deposit = terms.depositAt(receiptKey as Hash, payoutAddress as Address)
        return toWord(state.get(heldBy(token as Address, deposit)) ?? 0n)
      })
    },
    findCode: async () => null,
    findTransaction: async (hash) => findIn(currentView(), hash),
    async findReceipt(hash) {
      const minedTransaction = findIn(currentView(), hash)
      return minedTransaction && { ...minedTransaction, gasUsed: 21_000n, effectiveGasPrice: 1n }
    },
  }

  return {
    chain: chain as Chain,
    behavior,
    build,
    head: () => blocks.at(-1) as ModelBlock,
    blocks: () => blocks as readonly ModelBlock[],
    /** Returns the block that contains a transaction now, or null. */
    findBlockOf: (hash: Hash) =>
      blocks.find(({ transactions }) =>
        transactions.some((transaction) => transaction.hash === hash),
      ) ?? null,
    /** Omits all transfers to an address from now on, or lists them again. */
    forget(address: Address, isOn: boolean): void {
      if (isOn) forgotten.add(topicOfAddress(address))
      else forgotten.delete(topicOfAddress(address))
    },
    setNode(which: number, node: Node): void {
      nodes[which] = node
    },
    append(transactions: readonly ModelTransaction[]): void {
      blocks.push(build(blocks.at(-1) as ModelBlock, transactions))
    },
    /** Replaces the last blocks and returns the previous chain. */
    replace(
      depth: number,
      batches: readonly (readonly ModelTransaction[])[],
    ): readonly ModelBlock[] {
      const before = blocks
      blocks = before.slice(0, before.length - depth)
      for (const batch of batches) blocks.push(build(blocks.at(-1) as ModelBlock, batch))
      return before
    },
    /** Returns the highest block number that any node ever had. */
    highest: () =>
      [...knownBlocks.values()].reduce(
        (highest, { number }) => (number > highest ? number : highest),
        0n,
      ),
    /** Lists these transactions in the blocks of all branches, once per block. */
    listEver: (hashes: readonly Hash[]) =>
      [...knownBlocks.values()].flatMap(({ transactions }) =>
        transactions.filter(({ hash }) => hashes.includes(hash)),
      ),
    /** Returns a block and its ancestors by number. */
    branchOf(hash: string): Map<bigint, ModelBlock> {
      const branch = new Map<bigint, ModelBlock>()
      for (let block = knownBlocks.get(hash); block; block = knownBlocks.get(block.parentHash)) {
        branch.set(block.number, block)
      }
      return branch
    },
  }
}

function findIn(view: readonly ModelBlock[], hash: Hash): MinedTransaction | null {
  for (const { number: blockNumber, hash: blockHash, transactions, logs } of view) {
    const foundTransaction = transactions.find((transaction) => transaction.hash === hash)
    if (!foundTransaction) continue
    const { from, to, value } = foundTransaction
    const ownLogs = logs.filter(({ transactionHash }) => transactionHash === hash)
    const place = { blockNumber, blockHash, isSuccess: true }
    return { hash, from, to, value, data: '0x', ...place, logs: ownLogs }
  }
  return null
}

function isWanted(log: Log, { addresses, topics }: LogFilter): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false
  return topics.every(
    (filter, place) => filter === null || filter.includes(log.topics[place] ?? '0x'),
  )
}
