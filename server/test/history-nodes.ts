import type { Address } from '../src/lib/hex.js'
import type { Chain, Log, LogFilter } from '../src/platform/chain/chain.js'
import { nativeToken } from '../src/platform/chain/tokens.js'
import {
  buildBlock,
  heldBy,
  type ModelBlock,
  type ModelTransaction,
  type Terms,
} from './history-chain.js'

/** What keeps a question from being answered; no fault of whoever asks. */
export class NodeAway extends Error {}

type Node =
  | { kind: 'follows' }
  /** Does not answer, or is of another chain, which comes to the same. */
  | { kind: 'away' }
  | { kind: 'behind'; blocks: number }
  /** On a branch of its own. */
  | { kind: 'astray'; branch: readonly ModelBlock[]; from: number }

export const finalAfter = 12
/** A branch never outlives the block it began at becoming final. */
const longestBranch = 10

/** A chain in memory with branches, and two nodes that tell of it, each as well as it can. */
export function createHistoryNodes(terms: Terms, choose: (below: number) => number) {
  let made = 0
  const build = (parent: ModelBlock | null, transactions: readonly ModelTransaction[] = []) => {
    made += 1
    const block = buildBlock(parent, { transactions, name: `block ${made}` }, terms)
    known.set(block.hash, block)
    return block
  }
  const known = new Map<string, ModelBlock>()
  let blocks: ModelBlock[] = [build(null)]
  const nodes: [Node, Node] = [{ kind: 'follows' }, { kind: 'follows' }]
  /** How answers are given: by either of the nodes from one question to the next, and some logs twice. */
  const manners = { isFickle: false, repeatsLogs: false }

  /** What a node has, from the first block on. */
  function viewOf(node: Node): readonly ModelBlock[] | null {
    switch (node.kind) {
      case 'follows':
        return blocks
      case 'away':
        return null
      case 'behind':
        return blocks.slice(0, Math.max(1, blocks.length - node.blocks))
      case 'astray':
        return blocks.length - node.from > longestBranch ? blocks : node.branch
    }
  }

  function ask(): readonly ModelBlock[] {
    const first = manners.isFickle ? choose(2) : 0
    const view = viewOf(nodes[first] as Node) ?? viewOf(nodes[1 - first] as Node)
    if (!view) throw new NodeAway('no node answers')
    return view
  }

  const chain: Pick<Chain, 'findBlock' | 'listLogs' | 'getBalance' | 'findTransaction'> = {
    async findBlock(which) {
      const view = ask()
      if (which === 'latest') return view.at(-1) ?? null
      if (which === 'finalized') return view[Math.max(0, view.length - 1 - finalAfter)] ?? null
      return view[Number(which)] ?? null
    },
    async listLogs(filter) {
      const { fromBlock, toBlock } = filter
      const logs = ask()
        .filter(({ number }) => number >= fromBlock && number <= toBlock)
        .flatMap((block) => block.logs.filter((log) => isWanted(log, filter)))
      return manners.repeatsLogs ? logs.flatMap((log) => [log, log]) : logs
    },
    getBalance: async (address: Address) =>
      ask().at(-1)?.state.get(heldBy(nativeToken, address)) ?? 0n,
    findTransaction: async () => null,
  }

  return {
    chain: chain as Chain,
    manners,
    build,
    head: () => blocks.at(-1) as ModelBlock,
    blocks: () => blocks as readonly ModelBlock[],
    setNode(which: number, node: Node): void {
      nodes[which] = node
    },
    append(transactions: readonly ModelTransaction[]): void {
      blocks.push(build(blocks.at(-1) as ModelBlock, transactions))
    },
    /** Puts other blocks in the place of the last ones; says what those were. */
    replace(
      depth: number,
      batches: readonly (readonly ModelTransaction[])[],
    ): readonly ModelBlock[] {
      const before = blocks
      blocks = before.slice(0, before.length - depth)
      for (const batch of batches) blocks.push(build(blocks.at(-1) as ModelBlock, batch))
      return before
    },
    /** The number of the highest block that any node ever had. */
    highest: () =>
      [...known.values()].reduce((most, { number }) => (number > most ? number : most), 0n),
    /** A block and those it is built on, by their numbers. */
    branchOf(hash: string): Map<bigint, ModelBlock> {
      const branch = new Map<bigint, ModelBlock>()
      for (let block = known.get(hash); block; block = known.get(block.parentHash)) {
        branch.set(block.number, block)
      }
      return branch
    },
  }
}

function isWanted(log: Log, { addresses, topics }: LogFilter): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false
  return topics.every((some, place) => some === null || some.includes(log.topics[place] ?? '0x'))
}
