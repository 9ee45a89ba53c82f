import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callAnvil } from '../src/platform/chain/anvil/call-anvil.js'
import { findAnvil } from '../src/platform/chain/anvil/find-anvil.js'
import { type Anvil, startAnvil } from '../src/platform/chain/anvil/start-anvil.js'
import { silentLog } from './fixtures/silent-log.js'

/** Shared by all lent chains. */
export const lentChainId = 84_532

/**
 * Lends sandbox chains to test files, each to one at a time: POST borrows a chain and returns its
 * URL, DELETE returns and resets it. Starting an emulated chain takes longer than most test files.
 */
export async function lendChains(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-chains-'))
  const chains: Anvil[] = []
  /** The initial snapshot of each chain, by URL. */
  const snapshots = new Map<string, unknown>()
  const idle: string[] = []

  async function borrow(): Promise<string> {
    const idleChain = idle.pop()
    if (idleChain) return idleChain
    const program = findAnvil()
    if (!program) throw new Error('there is no sandbox chain for this platform')
    const dataDir = mkdtempSync(join(folder, 'chain-'))
    const anvil = await startAnvil({
      program,
      dataDir,
      chainId: lentChainId,
      log: silentLog,
      // No test needs the state of a lent chain after a crash.
      stateIntervalSeconds: 86_400,
    })
    chains.push(anvil)
    snapshots.set(anvil.nodeUrl, await callAnvil(anvil.nodeUrl, 'evm_snapshot'))
    return anvil.nodeUrl
  }

  async function returnChain(url: string): Promise<string> {
    await callAnvil(url, 'evm_setAutomine', true)
    await callAnvil(url, 'anvil_dropAllTransactions')
    await callAnvil(url, 'evm_revert', snapshots.get(url))
    await callAnvil(url, 'evm_setTime', Math.floor(Date.now() / 1_000))
    // A snapshot can be used only once.
    snapshots.set(url, await callAnvil(url, 'evm_snapshot'))
    idle.push(url)
    return url
  }

  const server = createServer(async (request, response) => {
    try {
      const chain = decodeURIComponent(request.url?.slice(1) ?? '')
      response.end(await (request.method === 'POST' ? borrow() : returnChain(chain)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }

  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.all(chains.map((chain) => chain.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
