import { copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type StateFiles = { state: string; previous: string }

/** How a start finds the chain's past: all of it, an older copy of it, or nothing. */
export type Recovery = 'whole' | 'previous' | 'none' | 'lost'

export function stateFiles(dataDir: string): StateFiles {
  return {
    state: join(dataDir, 'chain-state.json'),
    previous: join(dataDir, 'chain-state.previous.json'),
  }
}

/**
 * Puts the best state there is where the chain reads it. The chain writes its file in place, so one that was
 * killed while writing leaves half a file, and refuses to start with it.
 */
export function recoverState({ state, previous }: StateFiles): Recovery {
  if (isWhole(state)) return 'whole'
  const hadState = exists(state)

  if (isWhole(previous)) {
    copyWhole(previous, state)
    return 'previous'
  }
  rmSync(state, { force: true })
  return hadState || exists(previous) ? 'lost' : 'none'
}

/** Keeps a copy of the state, unless it is just being written. Cheap enough to be done again and again. */
export function keepPrevious({ state, previous }: StateFiles): void {
  if (!exists(state) || modifiedAt(previous) >= modifiedAt(state)) return
  const before = statSync(state)
  const draft = `${previous}.draft`
  copyFileSync(state, draft)
  const after = statSync(state)
  const isQuiet = before.mtimeMs === after.mtimeMs && before.size === after.size
  if (isQuiet && isWhole(draft)) renameSync(draft, previous)
  else rmSync(draft, { force: true })
}

function isWhole(path: string): boolean {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof state === 'object' && state !== null && 'accounts' in state
  } catch {
    return false
  }
}

function copyWhole(from: string, to: string): void {
  const draft = `${to}.draft`
  copyFileSync(from, draft)
  renameSync(draft, to)
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
