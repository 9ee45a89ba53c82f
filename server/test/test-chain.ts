import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callAnvil } from '../src/platform/chain/anvil/call-anvil.js'
import { findAnvil } from '../src/platform/chain/anvil/find-anvil.js'
import { startAnvil } from '../src/platform/chain/anvil/start-anvil.js'
import { silentLog } from './silent-log.js'

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** A sandbox chain of a test's own, empty but for the wallets everybody knows. About 1.5 s where it is emulated. */
export async function startTestChain({ chainId = 84_532 } = {}) {
  const program = findAnvil()
  if (!program) throw new Error('there is no sandbox chain for this platform')
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-chain-'))
  const anvil = await startAnvil({ program, dataDir, chainId, log: silentLog })

  return {
    url: anvil.url,
    dataDir,
    /** Environment for a test context or app that is to use it. */
    environment: { CHAIN_RPC_URL: anvil.url, CHAIN_ID: String(chainId) },
    call: (method: string, ...params: unknown[]) => callAnvil(anvil.url, method, ...params),
    async close() {
      await anvil.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
