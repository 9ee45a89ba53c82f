import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hostilePictures, slowPicture } from '../../../test/fixtures/hostile/hostile-pictures.js'
import { aPicture } from '../../../test/fixtures/pictures.js'
import { pictureLimits } from './picture.js'
import { createPictureDecoder } from './picture-decoder.js'
import { forkDecoder, startDecoder } from './start-decoder.js'

const tooCostly = 'takes too much time or memory to decode; use a smaller image'

const decoder = createPictureDecoder()
afterAll(() => decoder.close())

describe('decode', () => {
  test('default', async () => {
    const decoded = await decoder.decode(await aPicture())
    expect(decoded).toMatchObject({ picture: { width: 400, height: 300 } })
    const files = 'picture' in decoded ? Object.values(decoded.picture.files) : []
    expect(files.map((file) => Buffer.from(file).subarray(8, 12).toString())).toEqual([
      'WEBP',
      'WEBP',
      'WEBP',
    ])
  })

  test('behavior: stores or refuses 50 hostile files, within the memory of a few pictures', {
    tags: 'slow',
  }, async () => {
    const files = await hostilePictures()
    expect(files).toHaveLength(50)
    const { decode, close } = createWatchedDecoder()
    const before = process.memoryUsage.rss()
    for (const { name, content, isStored } of files) {
      const { result, cpuMs } = await decode(content)
      expect('picture' in result, `${name}: ${'problem' in result && result.problem}`).toBe(
        isStored,
      )
      expect(cpuMs, name).toBeLessThan(2_000)
      if ('problem' in result) expect(result.problem).toMatch(/^(must|takes) /)
      else checkOutput(Object.values(result.picture.files))
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1_048_576)
    close()
  })

  test('behavior: ends a picture that takes too long, before it is decoded', {
    tags: 'slow',
  }, async () => {
    const { decode, close } = createWatchedDecoder()
    await decode(await aPicture())
    const { result, cpuMs } = await decode(slowPicture())
    // Within the limit on a very fast machine.
    expect('picture' in result || result.problem === tooCostly).toBe(true)
    expect(cpuMs).toBeLessThan(2_000)
    expect(await decode(await aPicture())).toHaveProperty('result.picture')
    close()
  })

  test.runIf(process.platform === 'linux')(
    'behavior: limits the memory of the process',
    async () => {
      const greedy = fakeProgram(
        "process.on('message', () => process.send({ result: Buffer.alloc(1e9, 1).length })); process.send('ready')",
      )
      const limited = await startDecoder({ launch: () => forkDecoder(greedy) })
      expect(await limited.decode(Buffer.alloc(1))).toEqual({ problem: tooCostly })
    },
  )

  test('behavior: starts another process after one was killed', async () => {
    const stuck = fakeProgram("process.on('message', () => {}); process.send('ready')")
    const waiting = await startDecoder({ launch: () => forkDecoder(stuck), timeMs: 50 })
    expect(await waiting.decode(Buffer.alloc(1))).toEqual({ problem: tooCostly })
    expect(waiting.hasEnded()).toBe(true)

    const crashing = fakeProgram(
      "process.on('message', () => process.abort()); process.send('ready')",
    )
    const fragile = createPictureDecoder({
      start: () => startDecoder({ launch: () => forkDecoder(crashing) }),
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await fragile.decode(Buffer.alloc(1))).toHaveProperty('problem')
    }
    fragile.close()

    const unreachable = fakeProgram(
      "setTimeout(() => {}, 1_000); process.send('ready', () => process.disconnect())",
    )
    const lostDecoderProcess = await startDecoder({
      launch: () => forkDecoder(unreachable),
      timeMs: 200,
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await lostDecoderProcess.decode(Buffer.alloc(1))).toHaveProperty('problem')
    }
    expect(lostDecoderProcess.hasEnded()).toBe(true)
  })

  test('error: throws when the process cannot start', async () => {
    await expect(startDecoder({ launch: () => forkDecoder('/does/not/exist.js') })).rejects.toThrow(
      'the picture decoder did not start',
    )
  })
})

/**
 * Creates a decoder that returns the CPU time of each picture, which is the same on a busy machine.
 * It counts the start of a process too.
 */
function createWatchedDecoder() {
  let child: ChildProcess | undefined
  const start = () => {
    child = forkDecoder()
    return startDecoder({ launch: () => child as ChildProcess })
  }
  const { decode, close } = createPictureDecoder({ start })
  return {
    async decode(content: Uint8Array) {
      const before = { child, cpuMs: findCpuTime(child) ?? 0 }
      let cpuMs = before.cpuMs
      const look = () => {
        cpuMs = findCpuTime(child) ?? cpuMs
      }
      // The time of a process that ends cannot be read afterwards.
      const watch = setInterval(look, 10)
      const result = await decode(content).finally(() => clearInterval(watch))
      look()
      return { result, cpuMs: child === before.child ? cpuMs - before.cpuMs : cpuMs }
    },
    close,
  }
}

/**
 * Returns the CPU time of a process in ms, or null when it has ended, or the system does not tell.
 */
function findCpuTime(child: ChildProcess | undefined): number | null {
  try {
    // The name of the program may contain spaces.
    const [, rest = ''] = readFileSync(`/proc/${child?.pid}/stat`, 'latin1').split(') ')
    const fields = rest.split(' ')
    // In hundredths of a second.
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return null
  }
}

function checkOutput(files: readonly Buffer[]): void {
  expect(files[0]?.length).toBeLessThanOrEqual(pictureLimits.thumbBytes)
  for (const file of files) {
    const text = Buffer.from(file).toString('latin1')
    for (const leak of ['<script', 'secret', 'EXIF', 'GPS']) expect(text).not.toContain(leak)
  }
}

function fakeProgram(code: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tallystick-decoder-')), 'program.mjs')
  writeFileSync(path, code)
  return path
}
