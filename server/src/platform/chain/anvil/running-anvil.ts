import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '../../processes.js'
import { hasSettled, stateFiles, stateVersion } from './state-files.js'

/** A chain that was started in a directory. Its start time tells it from a program with its pid. */
export type RunningAnvil = { pid: number; startedAt: string; port: number }

const stopWithinMs = 10_000

/** Stores the process of the chain, for the next start. */
export function recordAnvil(dataDir: string, { pid, port }: { pid: number; port: number }): void {
  const startedAt = findProcess(pid)?.startedAt ?? ''
  writeFileSync(fileOf(dataDir), JSON.stringify({ pid, startedAt, port }))
}

/** Returns the chain that runs in the directory, ours or an orphaned one. */
export function findRunningAnvil(dataDir: string): RunningAnvil | null {
  const last = readLastAnvil(dataDir)
  return last && findProcess(last.pid)?.startedAt === last.startedAt ? last : null
}

/** Returns the chain that ran last, running or not. Wallets remember its port. */
export function readLastAnvil(dataDir: string): RunningAnvil | null {
  try {
    const { pid, startedAt, port } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
    const isSound = Number.isInteger(pid) && Number.isInteger(port) && typeof startedAt === 'string'
    return isSound ? { pid, startedAt, port } : null
  } catch {
    return null
  }
}

/**
 * Stops the chain and waits until it has ended. After SIGTERM it writes its state at once but
 * lingers for two seconds, so it is killed as soon as the file is complete.
 */
export async function stopAnvil(dataDir: string): Promise<void> {
  const running = findRunningAnvil(dataDir)
  if (!running) return
  const { state } = stateFiles(dataDir)
  const before = stateVersion(state)
  process.kill(running.pid, 'SIGTERM')
  await until(
    async () => !findRunningAnvil(dataDir) || (await hasSettled(state, { since: before })),
  )
  if (!findRunningAnvil(dataDir)) return

  process.kill(running.pid, 'SIGKILL')
  await until(async () => !findRunningAnvil(dataDir))
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + stopWithinMs
  while (performance.now() < deadline && !(await isDone())) await sleep(10)
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'chain.pid')
}
