import { prepareChain } from './features/sandbox/prepare-chain.js'
import type { Demo } from './features/sandbox/seed-demo.js'
import { setChainTime } from './features/sandbox/set-chain-time.js'
import type { Alerts } from './platform/alerts/alerts.js'
import { findAnvil } from './platform/chain/anvil/find-anvil.js'
import { findRunningAnvil } from './platform/chain/anvil/running-anvil.js'
import { startAnvil } from './platform/chain/anvil/start-anvil.js'
import { findForeignNodes } from './platform/chain/chain-client.js'
import { checkChain, hasContracts } from './platform/chain/check-chain.js'
import { followHead } from './platform/chain/head/follow-head.js'
import type { TransactionSender } from './platform/chain/outgoing/transaction-sender.js'
import { walletOf } from './platform/chain/wallet-of.js'
import type { SandboxClock } from './platform/clock/sandbox-clock.js'
import type { Config } from './platform/config/config.js'
import { ConfigError } from './platform/config/config-error.js'
import type { Context } from './platform/context.js'
import type { Logger } from './platform/log.js'
import type { Undo } from './undo.js'

const demoWithinMs = 5_000
const contractsMissing = 'our contracts are not on the chain: npm run deploy-contracts'

/** Whether this process is to have a chain of its own. */
export function wantsOwnChain({ mode, chainRpcUrl, sandboxChain }: Config): boolean {
  return mode === 'sandbox' && chainRpcUrl === undefined && sandboxChain === 'on'
}

/**
 * Starts the sandbox chain and returns where it answers; `null` when this platform has none, because a shop
 * without a chain can still be looked at.
 */
export async function startOwnChain(
  config: Config,
  { clock, log, alerts, undo }: { clock: SandboxClock; log: Logger; alerts: Alerts; undo: Undo },
): Promise<string | null> {
  const program = findAnvil()
  if (!program) {
    log.warn(
      'there is no sandbox chain for this platform: nothing settles. CHAIN_RPC_URL may name another one',
    )
    return null
  }

  const { chainId, dataDir } = config
  const onRestart = (url: string) => prepareOwnChain(config, { url, clock })
  const anvil = await startAnvil({ program, dataDir, chainId, log, alerts, onRestart })
  undo(() => anvil.stop())
  if (anvil.recovery === 'previous') {
    log.warn("the chain's file was damaged: it goes on from an older copy")
  }
  if (anvil.recovery === 'lost') log.warn("the chain's file was damaged: it begins anew")
  log.info({ recovery: anvil.recovery }, 'sandbox chain running')
  return anvil.url
}

/** Where the chain of another process on the same folder answers, if there is one. */
export function findOtherChain({ dataDir }: Config, log: Logger): string | null {
  const running = findRunningAnvil(dataDir)
  if (running) return `http://127.0.0.1:${running.port}`
  log.warn('no other process has a chain on this folder: nothing settles. Set CHAIN_RPC_URL')
  return null
}

/** Sets its clock first: nothing may be mined at a time before what the chain has already seen. */
export async function prepareOwnChain(
  config: Config,
  { url, clock }: { url: string; clock: SandboxClock },
): Promise<void> {
  const { chainId, relayerPrivateKey } = config
  const relayer = relayerPrivateKey === undefined ? null : await walletOf(relayerPrivateKey)
  await setChainTime(url, clock.now())
  await prepareChain(url, { chainId, relayer })
}

/**
 * Holds the chain against what we believe of it.
 *
 * @throws {ConfigError} in live mode, when it is not what money was meant to be on.
 */
export async function examineChain(ctx: Context): Promise<void> {
  const { chain, config, alerts, log } = ctx
  if (!chain) return
  try {
    const foreign = await listForeignNodes(config)
    if (foreign.length > 0) throw new ConfigError(foreign)
    const { mismatches, missing } = await checkChain(chain, config.chainId)
    // The process that sends raises an alert, since it notices when they are there.
    for (const problem of missing) log.warn(problem)
    if (mismatches.length > 0) throw new ConfigError(mismatches)

    const continuity = await followHead(ctx, chain)
    if (config.mode === 'live' && continuity.kind === 'replaced') {
      throw new ConfigError([
        'CHAIN_RPC_URL: is not the chain this database knows; its first block is another one',
      ])
    }
  } catch (error) {
    if (error instanceof ConfigError && config.mode === 'live') throw error
    if (error instanceof ConfigError) {
      const message = 'the chain is not the configured one'
      alerts.raise({ name: 'chain_wrong', message, problems: error.problems })
      return
    }
    // Unknown is not wrong: a node that is away at the start may be back in a minute.
    alerts.raise({
      name: 'chain_unexamined',
      message: 'the chain could not be examined',
      err: error,
    })
  }
}

/** Whether transactions may be sent: a call to a contract that is missing would succeed without effect. */
export async function isChainReady({
  chain,
  alerts,
}: Pick<Context, 'chain' | 'alerts'>): Promise<boolean> {
  const isReady = await hasContracts(chain)
  if (isReady) alerts.resolve('contracts_missing')
  else alerts.raise({ name: 'contracts_missing', message: contractsMissing })
  return isReady
}

/**
 * Waits until the demo shop's split is on chain, so that whoever reads `demo.json` can use it at once. Not for ever:
 * it will get there anyway.
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
      // One more, in which that is noticed.
      await sender.runRound()
      return
    }
  } catch (error) {
    log.warn({ err: error }, "the demo shop's split could not be looked for")
  }
}

/** Told by their place in the list: an address of a node may hold somebody's key. */
async function listForeignNodes({ chainRpcUrl = [], chainId }: Config): Promise<string[]> {
  const foreign = await findForeignNodes({ urls: chainRpcUrl, chainId })
  return foreign.map(
    ({ node, chainId: actual }) =>
      `CHAIN_RPC_URL: address ${node} is chain ${actual}, not ${chainId}`,
  )
}
