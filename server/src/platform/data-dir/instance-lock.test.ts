import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProcess } from '../processes.js'
import { DataDirInUse, lockDataDir } from './instance-lock.js'
import { ownNamespace } from './lock-file.js'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const namespace = ownNamespace()
const writeLock = (holder: unknown) =>
  writeFileSync(join(dataDir, 'instance.lock'), JSON.stringify(holder))

describe('lockDataDir', () => {
  test('default', async () => {
    const unlock = await lockDataDir(dataDir)
    expect(readdirSync(dataDir)).toEqual(['instance.lock'])
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('error: throws when a running process holds the lock', async () => {
    const other = spawn('sleep', ['30'])
    const pid = other.pid ?? 0
    writeLock({ pid, startedAt: findProcess(pid)?.startedAt, namespace })

    const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
    other.kill()
    expect(error).toBeInstanceOf(DataDirInUse)
    expect(error).toMatchObject({ message: expect.stringContaining(`process ${pid}`) })
  })

  test.each([
    ['a process that has ended', { pid: 4_194_303, startedAt: 'once', namespace }],
    ['a process whose pid was reused', { pid: process.pid, startedAt: 'before', namespace }],
    ['an unreadable file', 'gibberish'],
  ])('behavior: takes over the lock of %s', async (_name, holder) => {
    writeLock(holder)
    const unlock = await lockDataDir(dataDir)
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('behavior: takes over the lock of another container without a heartbeat', async () => {
    writeLock({ pid: process.pid, startedAt: 'elsewhere', namespace: 'pid:[1]' })
    utimesSync(join(dataDir, 'instance.lock'), 1, 1)
    const unlock = await lockDataDir(dataDir)
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('error: throws when another container still has a heartbeat', {
    tags: 'slow',
    timeout: 20_000,
  }, async () => {
    // Containers that start together have equal pids and start times.
    const { startedAt } = findProcess(process.pid) ?? {}
    const holder = { pid: process.pid, startedAt, namespace: 'pid:[1]' }
    const beat = setInterval(() => writeLock(holder), 100)
    writeLock(holder)
    const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
    clearInterval(beat)
    expect(error).toBeInstanceOf(DataDirInUse)
  })

  test('behavior: leaves the draft of a process with the same pid alone', async () => {
    const draft = join(dataDir, `instance.lock.${process.pid}`)
    writeFileSync(draft, 'of another container')
    const unlock = await lockDataDir(dataDir)
    unlock()
    expect(readFileSync(draft, 'utf8')).toBe('of another container')
  })

  test('behavior: release leaves the lock of a successor alone', async () => {
    const unlock = await lockDataDir(dataDir)
    writeLock({ pid: 1, startedAt: 'later', namespace })
    unlock()
    expect(readdirSync(dataDir)).toEqual(['instance.lock'])
  })
})
