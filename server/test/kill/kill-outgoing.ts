import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RoundPoint } from '../../src/platform/chain/outgoing/round/sender-rules.js'
import type { SenderOptions } from '../../src/platform/chain/outgoing/transaction-sender.js'
import { projectRoot } from '../../src/platform/project-root.js'
import type { WorkerOrder } from '../programs/outgoing-worker.js'
import type { TestChain } from '../test-chain.js'
import type { OutgoingBench } from './outgoing-bench.js'

type Kill = {
  /** Points where a worker may be killed, and up to which occurrence. */
  points: RoundPoint[]
  times?: number
  /** Prepares the state that leads there, and returns the options of the worker. */
  prepare(): Promise<void>
  options?: SenderOptions
}

const leaseMs = 300
const dieWithinMs = 60_000
const worker = join(projectRoot(), '.cache', 'programs', 'outgoing-worker.js')

/**
 * Kills real processes while they send, then checks that each transaction was executed exactly
 * once.
 */
export function createKiller(chain: TestChain, bench: OutgoingBench) {
  const planned: Awaited<ReturnType<OutgoingBench['plan']>>[] = []
  let usedElsewhere = 0

  async function plan(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) planned.push(await bench.plan())
  }

  /** Runs one round here, once the lease of the killed process has expired. */
  async function round(options: SenderOptions = {}): Promise<void> {
    await expect
      .poll(() => bench.round({ leaseMs, ...options }), { interval: 20, timeout: 60_000 })
      .toMatchObject({ kind: 'ran' })
  }

  async function settle(): Promise<void> {
    await chain.call('evm_setAutomine', true)
    await chain.call('evm_mine')
    const sender = bench.sender({ leaseMs })
    await expect
      .poll(
        async () => {
          const { kind } = await sender.runRound()
          return { kind, left: await countUnfinished() }
        },
        { interval: 10, timeout: 60_000 },
      )
      .toEqual({ kind: 'ran', left: 0 })
    await sender.stop()
  }

  async function countUnfinished(): Promise<number> {
    const { rows } = await bench.ctx.db.query(
      `select 1 from outgoing_transactions where state <> 'final'`,
    )
    return rows.length
  }

  const stall = () => chain.call('evm_setAutomine', false)
  const kinds: Kill[] = [
    {
      points: ['first:signed', 'first:committed', 'first:broadcast', 'mined:decided'],
      times: 3,
      prepare: () => plan(3),
    },
    {
      points: ['bump:decided', 'bump:signed', 'bump:committed', 'bump:broadcast'],
      times: 3,
      options: { bumpAfterMs: 0, maxBumps: 100 },
      async prepare() {
        await stall()
        await plan(2)
      },
    },
    {
      points: ['broadcast:decided', 'again:broadcast'],
      times: 3,
      async prepare() {
        await stall()
        await plan(3)
        await round()
        await chain.call('anvil_dropAllTransactions')
      },
    },
    {
      points: ['settled:decided'],
      options: { confirmations: 2 },
      async prepare() {
        await plan(3)
        const sender = bench.sender({ leaseMs, confirmations: 2 })
        await bench.until(sender, 'mined', planned.slice(-1))
        await sender.stop()
        await chain.call('evm_mine')
      },
    },
    {
      points: ['lost:decided', 'again:broadcast'],
      async prepare() {
        await settle()
        const snapshot = await chain.call('evm_snapshot')
        await plan(3)
        await settle()
        await chain.call('evm_revert', snapshot)
      },
    },
    {
      points: ['unresolved:decided', 'replan:decided', 'first:committed'],
      async prepare() {
        await settle()
        const nonce = await bench.count()
        await plan(1)
        await round({
          async hook(point) {
            if (point === 'first:committed') await bench.useElsewhere(nonce)
          },
        })
        usedElsewhere += 1
      },
    },
  ]

  /** Describes the state in which a worker did not reach the point of its death. */
  async function describeSurvivor({ point, times }: WorkerOrder): Promise<string> {
    const { rows } = await bench.ctx.db.query(
      `select state, nonce, generation, bumps, error, taken_since from outgoing_transactions
       where state <> 'final' order by nonce`,
    )
    const chainState = { count: await bench.count(), pool: await chain.call('txpool_status') }
    return `a worker survived ${point} (${times}): ${JSON.stringify({ rows, chainState })}`
  }

  async function kill(kind: Kill, choose: (below: number) => number): Promise<void> {
    const { points, times = 1, prepare, options = {} } = kind
    const child = spawn(process.execPath, [worker], { stdio: ['pipe', 'inherit', 'inherit'] })
    const ended = once(child, 'exit')
    await prepare()
    const order: WorkerOrder = {
      databaseUrl: bench.databaseUrl,
      environment: bench.environment,
      options: { leaseMs, pollMs: 20, idleMs: 0, nonceGraceMs: 0, ...options },
      point: points[choose(points.length)] ?? 'first:signed',
      times: 1 + choose(times),
    }
    child.stdin.end(JSON.stringify(order))
    const tooLong = setTimeout(() => child.kill('SIGTERM'), dieWithinMs)
    const [, signal] = await ended
    clearTimeout(tooLong)
    if (signal !== 'SIGKILL') throw new Error(await describeSurvivor(order))
    await chain.call('evm_setAutomine', true)
    await chain.call('evm_mine')
  }

  return {
    kinds,
    kill,
    /**
     * Finishes everything, and fails unless each intent executed once, under nonces without gaps.
     */
    async finish(): Promise<void> {
      await settle()
      for (const { to } of planned) expect(await bench.balanceOf(to)).toBe(1n)

      const rows = await Promise.all(planned.map(bench.find))
      const nonces = new Set(rows.map(({ nonce }) => nonce))
      expect(nonces.size).toBe(planned.length)
      expect(await bench.count()).toBe(planned.length + usedElsewhere)
      expect(await chain.call('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    },
  }
}

/** Creates seeded random numbers below a limit. */
export function createChooser(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    // Constants of Numerical Recipes; the upper bits are the most random.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
