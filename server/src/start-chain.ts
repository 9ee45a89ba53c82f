import { ownOrigins } from './auth/own-hosts.js'
import { setChainTime } from './features/sandbox/advance-clock.js'
import { prepareChain } from './features/sandbox/prepare-chain.js'
import type { Demo } from './features/sandbox/seed-demo.js'
import type { Alerts } from './platform/alerts/alerts.js'
import { findAnvil } from './platform/chain/anvil/find-anvil.js'
import { findRunningAnvil } from './platform/chain/anvil/running-anvil.js'
import { startAnvil } from './platform/chain/anvil/start-anvil.js'
import { findForeignNodes } from './platform/chain/chain-client.js'
import { checkChain, describeMissing, hasContracts } from './platform/chain/check-chain.js'
import { followHead } from './platform/chain/head/follow-head.js'
import { listKeys } from './platform/chain/outgoing/relayer-keys.js'
import type { TransactionSender } from './platform/chain/outgoing/transaction-sender.js'
import { walletOf } from './platform/chain/signing-keys.js'
import type { SandboxClock } from './platform/clock/sandbox-clock.js'
import type { Config } from './platform/config/config.js'
import { ConfigError } from './platform/config/setting.js'
import type { Context } from './platform/context.js'
import type { Logger } from './platform/log.js'

const demoWithinMs = 5_000
const contractsMissing = 'the contracts are not deployed; run npm run deploy-contracts'

/** Returns whether this process should run its own chain. */
export function wantsOwnChain({ mode, chainRpcUrl, sandboxChain }: Config): boolean {
  return mode === 'sandbox' && chainRpcUrl === undefined && sandboxChain === 'on'
}

/** Starts the sandbox chain and returns its URL, or null when none exists for this platform. */
export async function startOwnChain(
  config: Config,
  { clock, log, alerts, undo }: { clock: SandboxClock; log: Logger; alerts: Alerts; undo: Undo },
): Promise<string | null> {
  const program = findAnvil()
  if (!program) {
    log.warn(
      'no sandbox chain exists for this platform, so payments do not settle; set CHAIN_RPC_URL',
    )
    return null
  }

  const { chainId, dataDir } = config
  const onRestart = (url: string) => prepareOwnChain(config, { url, clock })
  const origins = ownOrigins(config)
  const anvil = await startAnvil({ program, dataDir, chainId, log, origins, alerts, onRestart })
  undo(() => anvil.stop())
  if (anvil.recovery === 'previous') {
    log.warn("the chain's state file was damaged; it continues from an older copy")
  }
  if (anvil.recovery === 'lost')
    log.warn("the chain's state file was damaged; the chain starts empty")
  log.info({ recovery: anvil.recovery }, 'sandbox chain running')
  return anvil.url
}

/** Returns the URL of the chain that another process runs on the same folder, or null. */
export function findOtherChain({ dataDir }: Config, log: Logger): string | null {
  const running = findRunningAnvil(dataDir)
  if (running) return `http://127.0.0.1:${running.port}`
  log.warn(
    'no other process runs a chain on this folder, so payments do not settle; set CHAIN_RPC_URL',
  )
  return null
}

/** Sets the chain's clock, which must come before mining, then adds tokens and contracts. */
export async function prepareOwnChain(
  config: Config,
  { url, clock }: { url: string; clock: SandboxClock },
): Promise<void> {
  const { chainId } = config
  const keys = listKeys(config)
  const relayers = await Promise.all(keys.map(({ privateKey }) => walletOf(privateKey)))
  await setChainTime(url, clock.now())
  await prepareChain(url, { chainId, relayers })
}

/**
 * Checks that the chain matches the configuration and the database. Raises an alert in sandbox
 * mode.
 *
 * @throws {ConfigError} in live mode, when it does not match.
 */
export async function examineChain(ctx: Context): Promise<void> {
  const { chain, config, alerts, log } = ctx
  if (!chain) return
  try {
    const foreign = await listForeignNodes(config)
    if (foreign.length > 0) throw new ConfigError(foreign)
    const { mismatches, missingContracts } = await checkChain(chain, config.chainId)
    const absence = missingContracts.length > 0 ? [describeMissing(missingContracts)] : []
    const isLive = config.mode === 'live'
    // The process that sends transactions raises the alert, because it also resolves it.
    if (!isLive) for (const problem of absence) log.warn(problem)
    // Without the contracts, money at a deposit address could not be forwarded.
    const problems = isLive ? [...mismatches, ...absence] : mismatches
    if (problems.length > 0) throw new ConfigError(problems)

    const continuity = await followHead(ctx, chain)
    if (config.mode === 'live' && continuity.kind === 'replaced') {
      throw new ConfigError([
        'CHAIN_RPC_URL: this is not the chain that the database knows; the first block differs',
      ])
    }
  } catch (error) {
    if (error instanceof ConfigError && config.mode === 'live') throw error
    if (error instanceof ConfigError) {
      const message = 'the chain is not the configured one'
      alerts.raise({ name: 'chain_wrong', message, problems: error.problems })
      return
    }
    // Unknown is not wrong: an unreachable node may be back in a minute.
    alerts.raise({
      name: 'chain_unexamined',
      message: 'the chain could not be checked',
      err: error,
    })
  }
}

/** Returns whether transactions may be sent: calls of missing contracts succeed without effect. */
export async function isChainReady(ctx: Pick<Context, 'chain' | 'alerts'>): Promise<boolean> {
  const { chain, alerts } = ctx
  const isReady = await hasContracts(chain)
  if (isReady) alerts.resolve('contracts_missing')
  else alerts.raise({ name: 'contracts_missing', message: contractsMissing })
  return isReady
}

/**
 * Waits, for a few seconds at most, until the demo shop's split is deployed, so that readers of
 * `demo.json` can use it.
 */
export async function deployDemo(
  { chain, log }: Context,
  { demo, sender }: { demo: Demo; sender: TransactionSender },
): Promise<void> {
  const deadline = performance.now() + demoWithinMs
  try {
    while (performance.now() < deadline) {
      await sender.runRound()
      if (!(await chain?.findCode(demo.split))) continue
      // The next round records that it was mined.
      await sender.runRound()
      return
    }
  } catch (error) {
    log.warn({ err: error }, "the demo shop's split could not be checked")
  }
}

/** Names nodes by their position, because the URL of a node may contain an API key. */
async function listForeignNodes({ chainRpcUrl = [], chainId }: Config): Promise<string[]> {
  const foreign = await findForeignNodes({ urls: chainRpcUrl, chainId })
  return foreign.map(
    ({ node, chainId: actual }) =>
      `CHAIN_RPC_URL: node ${node} serves chain ${actual}, not ${chainId}`,
  )
}

/** Registers how to undo a step of the start. Steps are undone in reverse order. */
export type Undo = (step: () => Promise<void> | void) => void
