import { copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type StateFiles = { state: string; previous: string }

/** The recovered state: complete, an older copy, none yet, or none because it was lost. */
export type Recovery = 'whole' | 'previous' | 'none' | 'lost'

export function stateFiles(dataDir: string): StateFiles {
  return {
    state: join(dataDir, 'chain-state.json'),
    previous: join(dataDir, 'chain-state.previous.json'),
  }
}

/**
 * Provides the best available state file. The chain writes its file in place, so a kill may leave a
 * partial file, with which it does not start. It may also mix the state before and after a block,
 * which would hide transactions.
 */
export function recoverState({ state, previous }: StateFiles): Recovery {
  const [newer, older] = [readState(state), readState(previous)]
  if (newer && isConsistent(newer)) return 'whole'
  const hadState = exists(state)

  if (older) {
    copyWhole(previous, state)
    return 'previous'
  }
  if (newer) return 'whole'
  rmSync(state, { force: true })
  return hadState || exists(previous) ? 'lost' : 'none'
}

/** Copies the state file, unless it is unchanged or being written. Cheap enough to call often. */
export function keepPrevious({ state, previous }: StateFiles): void {
  if (!exists(state) || modifiedAt(previous) >= modifiedAt(state)) return
  const before = statSync(state)
  // The chain rewrites its file every few seconds, even without changes.
  if (exists(previous) && readFileSync(state).equals(readFileSync(previous))) return
  const temporaryPath = `${previous}.draft`
  copyFileSync(state, temporaryPath)
  const after = statSync(state)
  const isQuiet = before.mtimeMs === after.mtimeMs && before.size === after.size
  const copied = isQuiet ? readState(temporaryPath) : null
  if (copied && isConsistent(copied)) renameSync(temporaryPath, previous)
  else rmSync(temporaryPath, { force: true })
}

const quietMs = 100

/** Identifies a version of a state file. */
export function stateVersion(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.mtimeMs} ${stats.size}` : ''
}

/** Returns whether a state file has changed since a version, complete and not being written. */
export async function hasSettled(path: string, { since }: { since: string }): Promise<boolean> {
  const version = stateVersion(path)
  if (version === since) return false
  await sleep(quietMs)
  if (stateVersion(path) !== version) return false
  const state = readState(path)
  return state !== null && isConsistent(state)
}

/** The part of the file that is used here. */
type ChainState = {
  accounts: Record<string, { nonce: number; code?: string }>
  transactions?: { info: { from: string; nonce: number }; block_number: number }[]
  blocks?: { header: { number: string } }[]
  best_block_number?: number | string
}

function readState(path: string): ChainState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const isState = typeof state === 'object' && state !== null && 'accounts' in state
    return isState ? (state as ChainState) : null
  } catch {
    return null
  }
}

/**
 * Returns whether all parts are from the same moment: the newest block is the best block, no
 * transaction is in a later one, and every wallet's nonce matches its transactions.
 */
function isConsistent(state: ChainState): boolean {
  const { accounts, transactions = [], blocks = [], best_block_number: best = 0 } = state
  const numbers = [
    ...blocks.map(({ header }) => Number(header.number)),
    ...transactions.map(({ block_number: number }) => Number(number)),
  ]
  const newest = numbers.reduce((max, number) => Math.max(max, number), 0)
  if (newest !== Number(best)) return false

  const next = new Map<string, number>()
  for (const { info } of transactions) {
    next.set(info.from, Math.max(next.get(info.from) ?? 0, info.nonce + 1))
  }
  return Array.from(next).every(([wallet, nonce]) => (accounts[wallet]?.nonce ?? 0) === nonce)
}

function copyWhole(from: string, to: string): void {
  const temporaryPath = `${to}.draft`
  copyFileSync(from, temporaryPath)
  renameSync(temporaryPath, to)
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
