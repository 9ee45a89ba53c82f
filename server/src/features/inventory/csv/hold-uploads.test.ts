import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/test-config.js'
import { unixMs } from '../../../lib/time.js'
import { createUploads, type Upload } from './hold-uploads.js'

const blockBytes = 65_536
const ctx = { now: () => unixMs(1_000), config: testConfig() }
const textOf = (upload: Upload) => Buffer.concat([...upload.takeParts()]).toString()
const block = (letter: string) => Buffer.alloc(blockBytes, letter)

describe('createUploads', () => {
  test('default', () => {
    const upload = createUploads(ctx).open()
    const text = 'abcdefg'.repeat(30_000)
    for (let at = 0; at < text.length; at += 1_000)
      upload.add(Buffer.from(text.slice(at, at + 1_000)))
    upload.end()
    expect(textOf(upload)).toBe(text)
    expect(textOf(upload)).toBe('')
  })

  test('behavior: drops the file that began first, and keeps those that have arrived', () => {
    const uploads = createUploads(ctx, () => 3 * blockBytes)
    const [arrived, slow, fast] = [uploads.open(), uploads.open(), uploads.open()]
    arrived.add(block('a'))
    arrived.end()
    slow.add(Buffer.from('b'))
    fast.add(block('c'))
    fast.add(block('c'))
    fast.end()
    const error = { code: 'rate_limited', fields: { limit: 'arriving-imports', resetAt: 11_000 } }
    expect(() => slow.add(Buffer.from('b'))).toThrow(expect.objectContaining(error))
    expect(() => slow.end()).toThrow(expect.objectContaining(error))
    expect([textOf(arrived).length, textOf(fast).length]).toEqual([blockBytes, 2 * blockBytes])
  })

  test('behavior: frees memory once', () => {
    const uploads = createUploads(ctx, () => blockBytes)
    for (let turn = 0; turn < 3; turn += 1) {
      const upload = uploads.open()
      upload.add(block('a'))
      if (turn === 1) upload.end()
      if (turn === 1) textOf(upload)
      upload.free()
      upload.free()
    }
    const upload = uploads.open()
    upload.add(block('a'))
    expect(() => upload.add(Buffer.from('b'))).toThrow('Too many files arrive')
  })
})
