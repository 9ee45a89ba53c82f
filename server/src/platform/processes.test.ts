import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { findProcess } from './processes.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

describe('findProcess', () => {
  test('default', () => {
    const ownProcessInfo = findProcess(process.pid)
    expect(ownProcessInfo?.command).toContain('node')
    expect(ownProcessInfo?.startedAt).not.toContain('undefined')
    expect(findProcess(process.pid)).toEqual(ownProcessInfo)
  })

  test('behavior: returns another process with its arguments', async () => {
    const child = await startChild('sh', '-c', 'echo ready; read line; exit', 'a-mark-of-its-own')
    expect(findProcess(child.pid)?.command).toContain('a-mark-of-its-own')
  })

  test('behavior: distinguishes two processes by start time', async () => {
    const child = await startChild('sh', '-c', 'echo ready; read line; exit')
    expect(findProcess(child.pid)?.startedAt).not.toBe(findProcess(process.pid)?.startedAt)
  })

  test('behavior: handles spaces and parentheses in a program name', async () => {
    const program = join(folder, 'a) Z 1 (b')
    symlinkSync(process.execPath, program)
    const child = await startChild(
      program,
      '-e',
      "console.log('ready'); setInterval(() => {}, 999)",
    )

    const processInfo = findProcess(child.pid)
    expect(processInfo?.command).toContain('a) Z 1 (b')
    expect(processInfo?.startedAt).toMatch(/\d$/)
  })

  test('behavior: returns null for a process that has ended', () => {
    const { pid } = spawnSync('sh', ['-c', 'exit'])
    expect(findProcess(pid)).toBeNull()
  })

  test('behavior: returns null for a zombie', async () => {
    // The shell replaces itself with a program that never reaps the shell's child.
    const parent = await startChild('sh', '-c', 'sleep 0.5 & echo $!; exec sleep 30')
    const pid = Number(parent.said)

    await expect.poll(() => findProcess(pid), { interval: 10 }).toBeNull()
    expect(process.kill(pid, 0)).toBe(true)
    expect(findProcess(parent.pid)).not.toBeNull()
  })

  test.each([0, -1, 2 ** 31 - 1, 1.5, Number.NaN])('error: returns null for %d', (pid) => {
    expect(findProcess(pid)).toBeNull()
  })
})

/** Starts a program and waits for its first output. */
async function startChild(
  program: string,
  ...args: string[]
): Promise<{ pid: number; said: string }> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  children.push(child)
  const [output] = await once(child.stdout, 'data')
  if (child.pid === undefined) throw new Error(`${program} did not start`)
  return { pid: child.pid, said: String(output) }
}
