import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRecordingLog } from '../../../test/harness.js'
import { protectDataDir } from './protect-data-dir.js'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-modes-'))
  chmodSync(dataDir, 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const pathOf = (name: string) => join(dataDir, name)
const modeOf = (name: string) => (statSync(pathOf(name)).mode & 0o777).toString(8)

function write(name: string): void {
  writeFileSync(pathOf(name), '')
  chmodSync(pathOf(name), 0o644)
}

function protect(): unknown[] {
  const { log, lines } = createRecordingLog()
  protectDataDir(dataDir, log)
  return lines
}

describe('protectDataDir', () => {
  test('default', () => {
    const files = ['secrets.json', 'chain-state.previous.json', 'chain.log', 'postgres.log']
    const temporaryFiles = ['demo.json.123', 'instance.lock.now-7', 'chain-state.json.draft']
    for (const name of [...files, ...temporaryFiles]) write(name)
    const folders = ['postgres', 'journal', 'snapshot']
    for (const folder of folders) {
      mkdirSync(pathOf(folder))
      chmodSync(pathOf(folder), 0o755)
    }

    expect(protect()).toEqual([])
    expect([...files, ...temporaryFiles].map(modeOf)).toEqual(Array(7).fill('600'))
    expect(['.', ...folders].map(modeOf)).toEqual(['700', '700', '700', '700'])
  })

  test('behavior: leaves other files and their folder unchanged', () => {
    for (const name of ['notes.txt', 'secrets.json']) write(name)
    expect(protect()).toMatchObject([{ level: 'warn', file: 'notes.txt' }])
    expect(['.', 'notes.txt', 'secrets.json'].map(modeOf)).toEqual(['755', '644', '600'])
  })

  test('behavior: does not follow links', () => {
    const target = mkdtempSync(join(tmpdir(), 'tallystick-target-'))
    chmodSync(target, 0o755)
    symlinkSync(target, pathOf('postgres'))
    symlinkSync(join(target, 'missing'), pathOf('chain.log'))
    expect(protect()).toEqual([])
    expect(['postgres', '.'].map(modeOf)).toEqual(['755', '700'])
    rmSync(target, { recursive: true })
  })
})
