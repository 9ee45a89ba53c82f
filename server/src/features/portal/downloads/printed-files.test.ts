import { describe, expect, test } from 'vitest'
import { aPaidReceipt, pageUrl } from '../../../../test/fixtures/portal-receipt.js'
import { describeSheet } from './describe-sheet.js'
import { createPrintedFiles, versionOf } from './printed-files.js'

const fileOf = (bytes: number) => Buffer.alloc(bytes)

describe('createPrintedFiles', () => {
  test('default', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    expect(files.find('a')).toBeNull()
    const file = fileOf(4)
    files.add('a', file)
    expect(files.find('a')).toBe(file)
  })

  test('behavior: drops the least recently used files beyond its size', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    for (const version of ['a', 'b', 'c']) {
      files.add(version, fileOf(4))
      files.find('a')
    }
    const held = ['a', 'b', 'c'].filter((version) => files.find(version))
    expect(held).toEqual(['a', 'c'])
  })

  test('behavior: counts a replaced file once', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    for (let count = 0; count < 5; count += 1) files.add('a', fileOf(6))
    files.add('b', fileOf(4))
    expect(files.find('a')).not.toBeNull()
  })

  test('behavior: never holds a file that is larger than everything else', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    files.add('a', fileOf(4))
    files.add('b', fileOf(11))
    expect(files.find('a')).not.toBeNull()
    expect(files.find('b')).toBeNull()
  })
})

describe('versionOf', () => {
  test('default', () => {
    const sheet = describeSheet(aPaidReceipt(), { pageUrl, mode: 'live' })
    expect(versionOf(sheet)).toBe(versionOf(structuredClone(sheet)))
    expect(versionOf(sheet)).toMatch(/^[\w-]{43}$/)
    expect(versionOf({ ...sheet, brandName: 'Other' })).not.toBe(versionOf(sheet))
  })
})
