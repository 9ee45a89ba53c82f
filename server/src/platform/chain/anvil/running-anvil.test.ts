import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findRunningAnvil, readLastAnvil, recordAnvil, stopAnvil } from './running-anvil.js'

let dataDir: string
let child: ChildProcess
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-running-'))
  child = spawn('sleep', ['60'])
  await once(child, 'spawn')
})
afterEach(() => {
  child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true })
})

const pidOf = ({ pid = 0 }: ChildProcess) => pid
const write = (text: string) => writeFileSync(join(dataDir, 'chain.pid'), text)

describe('findRunningAnvil', () => {
  test('default', () => {
    const pid = pidOf(child)
    recordAnvil(dataDir, { pid, port: 8_545 })
    const expected = { pid, port: 8_545, startedAt: expect.stringMatching(/./) }
    expect(findRunningAnvil(dataDir)).toEqual(expected)
  })

  test('behavior: returns null when none ever ran', () => {
    expect(findRunningAnvil(dataDir)).toBeNull()
    expect(readLastAnvil(dataDir)).toBeNull()
  })

  test('behavior: remembers the port of an ended chain', async () => {
    recordAnvil(dataDir, { pid: pidOf(child), port: 8_545 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(findRunningAnvil(dataDir)).toBeNull()
    expect(readLastAnvil(dataDir)?.port).toBe(8_545)
  })

  test('behavior: ignores another program with its pid', () => {
    write(JSON.stringify({ pid: pidOf(child), port: 8_545, startedAt: 'long ago' }))
    expect(findRunningAnvil(dataDir)).toBeNull()
  })

  test.each([
    ['half a file', '{"pid":1,'],
    ['no file of ours', '[]'],
    ['a number in quotes', '{"pid":"1","port":1,"startedAt":""}'],
    ['no port', '{"pid":1,"startedAt":""}'],
    ['null', 'null'],
  ])('error: ignores a file that is %s', (_, text) => {
    write(text)
    expect(readLastAnvil(dataDir)).toBeNull()
    expect(findRunningAnvil(dataDir)).toBeNull()
  })
})

describe('stopAnvil', () => {
  test('default', async () => {
    recordAnvil(dataDir, { pid: pidOf(child), port: 8_545 })
    const exit = once(child, 'exit')
    await stopAnvil(dataDir)
    expect(findRunningAnvil(dataDir)).toBeNull()
    expect(await exit).toEqual([null, 'SIGTERM'])
  })

  test('behavior: does not stop another program with its pid', async () => {
    write(JSON.stringify({ pid: pidOf(child), port: 8_545, startedAt: 'long ago' }))
    await stopAnvil(dataDir)
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
  })

  test('behavior: does nothing when no chain runs', async () => {
    await expect(stopAnvil(dataDir)).resolves.toBeUndefined()
  })
})
