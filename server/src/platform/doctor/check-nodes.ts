import { SECOND_MS, type UnixMs } from '../../lib/time.js'
import type { Block, Chain } from '../chain/chain.js'
import { findForeignNodes } from '../chain/chain-client.js'
import { paymentGateway } from '../chain/contracts.js'
import { createViemChain } from '../chain/viem-chain.js'
import type { Config } from '../config/config.js'
import { formatDuration } from './check-clock.js'
import { describeError } from './describe-error.js'
import { type Finding, good, problem, skipped } from './finding.js'
import type { Section } from './section.js'
import { within } from './within.js'

const nodeWithinMs = 15_000
/** Base has a block every two seconds. */
const oldestBlockMs = 60 * SECOND_MS
/** Sequencers may set a time slightly ahead. */
const newestBlockMs = -15 * SECOND_MS
/** The watcher reads such ranges when it catches up. */
const logRange = 100n
/** The topic of no event, so that others cannot make the response too large. */
const noEvent = `0x${'00'.repeat(32)}` as const

export type NodeFacts =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'foreign'; chainId: number }
  | {
      kind: 'reached'
      latest: Block
      /** Block tags that the node does not know. */
      unknownTags: string[]
      /** Why it returned no logs, or null. */
      logProblem: string | null
    }

/** Checks each node of `CHAIN_RPC_URL`, named by position, because a URL may contain a key. */
export const nodesSection: Section = {
  title: 'Nodes',
  async check({ config, now }) {
    const { chainRpcUrl = [], chainId, mode } = config
    if (chainRpcUrl.length === 0) return [describeAbsence(mode)]
    const findings = await Promise.all(
      chainRpcUrl.map(async (url, index) => {
        const facts = await readNode(url, chainId)
        return describeNode(facts, { node: index + 1, chainId, mode, now: now() })
      }),
    )
    return findings.flat()
  },
}

function describeAbsence(mode: Config['mode']): Finding {
  if (mode === 'live') return skipped('Not checked, because CHAIN_RPC_URL is not set.')
  return skipped('The sandbox chain is not running; npm start starts it.')
}

async function readNode(url: string, chainId: number): Promise<NodeFacts> {
  try {
    return await within(nodeWithinMs, inspectNode(url, chainId))
  } catch (error) {
    return { kind: 'unreachable', reason: describeError(error) }
  }
}

async function inspectNode(url: string, chainId: number): Promise<NodeFacts> {
  const [foreign] = await findForeignNodes({ urls: [url], chainId })
  if (foreign) return { kind: 'foreign', chainId: foreign.chainId }
  const chain = createViemChain({ chainRpcUrl: [url], chainId })
  const latest = await chain?.findBlock('latest')
  if (!chain || !latest) return { kind: 'unreachable', reason: 'it has no blocks' }
  const [hasSafe, hasFinalized, logProblem] = await Promise.all([
    knowsTag(chain, 'safe'),
    knowsTag(chain, 'finalized'),
    findLogProblem(chain, latest.number),
  ])
  const unknownTags = [...(hasSafe ? [] : ['safe']), ...(hasFinalized ? [] : ['finalized'])]
  return { kind: 'reached', latest, unknownTags, logProblem }
}

async function knowsTag(chain: Chain, tag: 'safe' | 'finalized'): Promise<boolean> {
  try {
    return (await chain.findBlock(tag)) !== null
  } catch {
    return false
  }
}

async function findLogProblem(chain: Chain, toBlock: bigint): Promise<string | null> {
  const fromBlock = toBlock > logRange ? toBlock - logRange : 0n
  const addresses = [paymentGateway.address]
  try {
    await chain.listLogs({ fromBlock, toBlock, addresses, topics: [[noEvent]] })
    return null
  } catch (error) {
    return describeError(error)
  }
}

export function describeNode(
  facts: NodeFacts,
  { node, chainId, mode, now }: Pick<Config, 'chainId' | 'mode'> & { node: number; now: UnixMs },
): Finding[] {
  const name = `Node ${node}`
  if (facts.kind === 'unreachable') {
    const fix = 'Check CHAIN_RPC_URL and the network, or use another provider.'
    return [problem(`${name} does not respond: ${facts.reason}.`, fix)]
  }
  if (facts.kind === 'foreign') {
    const fix = `Set CHAIN_RPC_URL to a node of chain ${chainId}, or correct CHAIN_ID.`
    return [problem(`${name} serves chain ${facts.chainId}, not ${chainId}.`, fix)]
  }

  const { latest, unknownTags, logProblem } = facts
  const findings = [good(`${name} serves chain ${chainId} at block ${latest.number}.`)]
  // The clock of a sandbox chain can be moved, and it has no blocks without transactions.
  if (mode === 'live') findings.push(...describeAge(name, now - blockTime(latest)))
  if (unknownTags.length > 0) {
    const fix = 'Use a node that supports the block tags safe and finalized.'
    findings.push(problem(`${name} does not know the block tags: ${unknownTags.join(', ')}.`, fix))
  }
  if (logProblem !== null) {
    const fix = `Use a node that returns the logs of ${logRange} blocks in one request.`
    findings.push(problem(`${name} does not return logs: ${logProblem}.`, fix))
  }
  return findings
}

function describeAge(name: string, ageMs: number): Finding[] {
  if (ageMs > oldestBlockMs) {
    const fix = 'Wait until the node is in sync, and compare the clock of this machine.'
    return [problem(`${name} is behind: its newest block is ${formatDuration(ageMs)} old.`, fix)]
  }
  if (ageMs >= newestBlockMs) return []
  const fix = 'Synchronize the clock of this machine, for example with chrony.'
  const distance = formatDuration(-ageMs)
  return [problem(`The newest block of ${name} is ${distance} in the future.`, fix)]
}

function blockTime({ timestampSeconds }: Block): number {
  return Number(timestampSeconds) * SECOND_MS
}
