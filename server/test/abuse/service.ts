import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { prepareChain } from '../../src/features/sandbox/prepare-chain.js'
import type { Address } from '../../src/lib/hex.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { walletOf } from '../../src/platform/chain/signing-keys.js'
import { liveEnvironment } from '../hostile/bench.js'
import { startServiceProcess } from '../service-process.js'
import { startTestChain, type TestChain } from '../test-chain.js'
import { createTestDatabase } from '../test-database.js'

export type LiveService = Awaited<ReturnType<typeof startLiveService>>

/**
 * Starts the built service in live mode, as a process of its own with a real database and chain. It
 * trusts this machine as its proxy, so that each client can have a network address. A block is
 * mined every second.
 */
export async function startLiveService(environment: Record<string, string> = {}) {
  const chain = await startTestChain()
  const relayerKey = generatePrivateKey()
  const relayer = await walletOf(relayerKey)
  await prepareChain(chain.url, { chainId: 84_532, relayers: [relayer] })
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-abuse-'))
  const service = await startServiceProcess({
    dataDir,
    environment: {
      ...liveEnvironment(relayerKey),
      ...chain.environment,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
  })
  await chain.call('evm_setIntervalMining', 1)

  return {
    origin: service.origin,
    pid: service.pid,
    chain,
    /** Standard output and error. Only errors are logged. */
    output: service.output,
    hasExited: service.hasExited,
    readMemoryBytes: () => readMemoryBytes(service.pid),
    readDatabaseBytes: () => readDatabaseBytes(database.url),
    readRelayerGas: (fromBlock: number) => readGas(chain, { sender: relayer, fromBlock }),
    headBlock: async () => Number(await chain.call('eth_blockNumber')),
    async close(): Promise<void> {
      await service.stop()
      await chain.call('evm_setAutomine', true)
      await chain.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the resident memory of a process. Only Linux has the file. */
function readMemoryBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024
}

async function readDatabaseBytes(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await client.end()
  return Number(rows[0]?.bytes)
}

type Block = { transactions: { hash: Hex; from: Hex }[] }

/** Returns the gas that a wallet spent since a block. */
async function readGas(
  chain: TestChain,
  { sender, fromBlock }: { sender: Address; fromBlock: number },
): Promise<number> {
  const head = Number(await chain.call('eth_blockNumber'))
  let gas = 0
  for (let number = fromBlock; number <= head; number += 1) {
    const block = await chain.call('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
    for (const { hash, from } of (block as Block).transactions) {
      if (from !== sender) continue
      const receipt = await chain.call('eth_getTransactionReceipt', hash)
      gas += Number((receipt as { gasUsed: Hex }).gasUsed)
    }
  }
  return gas
}
