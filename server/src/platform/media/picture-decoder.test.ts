import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hostilePictures } from '../../../test/fixtures/hostile-pictures.js'
import { aPicture } from '../../../test/fixtures/pictures.js'
import { pictureLimits } from './picture.js'
import { createPictureDecoder } from './picture-decoder.js'
import { startDecoder } from './start-decoder.js'

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

  test('behavior: stores or refuses 50 hostile files, within the memory of a few pictures', async () => {
    const files = await hostilePictures()
    expect(files).toHaveLength(50)
    const before = process.memoryUsage.rss()
    for (const { name, content, isStored } of files) {
      const result = await decoder.decode(content)
      expect('picture' in result, `${name}: ${'problem' in result && result.problem}`).toBe(
        isStored,
      )
      if ('problem' in result) expect(result.problem).toMatch(/^(must|takes) /)
      else checkOutput(Object.values(result.picture.files))
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1_048_576)
  })

  test('behavior: starts another process after one was killed', async () => {
    const stuck = fakeProgram("process.on('message', () => {}); process.send('ready')")
    const process = await startDecoder({ script: stuck, timeMs: 50 })
    expect(await process.decode(Buffer.alloc(1))).toEqual({
      problem: 'takes too long to decode; use a smaller image',
    })
    expect(process.hasEnded()).toBe(true)

    const crashing = fakeProgram(
      "process.on('message', () => process.abort()); process.send('ready')",
    )
    const fragile = createPictureDecoder({ start: () => startDecoder({ script: crashing }) })
    for (let times = 0; times < 2; times += 1) {
      expect(await fragile.decode(Buffer.alloc(1))).toHaveProperty('problem')
    }
    fragile.close()

    const unreachable = fakeProgram(
      "setTimeout(() => {}, 1_000); process.send('ready', () => process.disconnect())",
    )
    const lost = await startDecoder({ script: unreachable, timeMs: 200 })
    for (let times = 0; times < 2; times += 1) {
      expect(await lost.decode(Buffer.alloc(1))).toHaveProperty('problem')
    }
    expect(lost.hasEnded()).toBe(true)
  })

  test('error: throws when the process cannot start', async () => {
    await expect(startDecoder({ script: '/does/not/exist.js' })).rejects.toThrow(
      'the picture decoder did not start',
    )
  })
})

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
