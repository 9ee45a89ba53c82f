import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProcess } from '../processes.js'
import { DataDirInUse, lockDataDir } from './instance-lock.js'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const namespace = existsSync('/proc') ? readlinkSync('/proc/self/ns/pid') : 'only one'
const writeLock = (holder: unknown) =>
  writeFileSync(join(dataDir, 'instance.lock'), JSON.stringify(holder))

describe('lockDataDir', () => {
  test('default', async () => {
    const unlock = await lockDataDir(dataDir)
    expect(readdirSync(dataDir)).toEqual(['instance.lock'])
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('error: a living process has it', async () => {
    const other = spawn('sleep', ['30'])
    const pid = other.pid ?? 0
    writeLock({ pid, startedAt: findProcess(pid)?.startedAt, namespace })

    const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
    other.kill()
    expect(error).toBeInstanceOf(DataDirInUse)
    expect(error).toMatchObject({ message: expect.stringContaining(`process ${pid}`) })
  })

  test.each([
    ['a process that is gone', { pid: 4_194_303, startedAt: 'once', namespace }],
    ['a process whose number was given away', { pid: process.pid, startedAt: 'before', namespace }],
    ['nobody, half written', 'gibberish'],
  ])('behavior: is taken over from %s', async (_name, holder) => {
    writeLock(holder)
    const unlock = await lockDataDir(dataDir)
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('behavior: is taken over from another container that has been silent', async () => {
    writeLock({ pid: process.pid, startedAt: 'elsewhere', namespace: 'pid:[1]' })
    utimesSync(join(dataDir, 'instance.lock'), 1, 1)
    const unlock = await lockDataDir(dataDir)
    unlock()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('error: another container that still beats has it', { timeout: 20_000 }, async () => {
    const beat = setInterval(
      () => writeLock({ pid: 7, startedAt: 'elsewhere', namespace: 'pid:[1]' }),
      100,
    )
    writeLock({ pid: 7, startedAt: 'elsewhere', namespace: 'pid:[1]' })
    const error = await lockDataDir(dataDir).catch((reason: unknown) => reason)
    clearInterval(beat)
    expect(error).toBeInstanceOf(DataDirInUse)
  })

  test('behavior: letting go leaves the lock of a successor alone', async () => {
    const unlock = await lockDataDir(dataDir)
    writeLock({ pid: 1, startedAt: 'later', namespace })
    unlock()
    expect(readdirSync(dataDir)).toEqual(['instance.lock'])
  })
})
