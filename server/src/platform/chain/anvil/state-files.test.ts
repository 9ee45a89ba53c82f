import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepPrevious, recoverState, type StateFiles, stateFiles } from './state-files.js'

let dataDir: string
let files: StateFiles
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-state-'))
  files = stateFiles(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const older = JSON.stringify({ accounts: {}, block: 1 })
const newer = JSON.stringify({ accounts: {}, block: 2 })
const halfNewer = newer.slice(0, -3)

const read = (path: string) => readFileSync(path, 'utf8')
const names = () => readdirSync(dataDir).toSorted()

/** Writes a file with the given modification time. */
function write(path: string, text: string, second = 1_000) {
  writeFileSync(path, text)
  utimesSync(path, second, second)
}

describe('recoverState', () => {
  test('default', () => {
    write(files.state, newer)
    write(files.previous, older)
    expect(recoverState(files)).toBe('whole')
    expect([read(files.state), read(files.previous)]).toEqual([newer, older])
  })

  test.each([
    ['half a file', halfNewer],
    ['an empty file', ''],
    ['something else', '[]'],
    ['nothing to speak of', 'null'],
    ['a state without accounts', '{}'],
  ])('behavior: replaces %s with the copy and keeps the copy', (_, broken) => {
    write(files.state, broken)
    write(files.previous, older)
    expect(recoverState(files)).toBe('previous')
    expect([read(files.state), read(files.previous)]).toEqual([older, older])
    expect(names()).toHaveLength(2)
  })

  /** The state of a chain with one block. */
  const aState = (changes: object = {}) => ({
    accounts: { '0xa': { nonce: 1 }, '0xc': { nonce: 1, code: '0x00' } },
    blocks: [{ header: { number: '0x0' } }, { header: { number: '0x1' } }],
    transactions: [{ info: { from: '0xa', nonce: 0 }, block_number: 1 }],
    best_block_number: 1,
    ...changes,
  })

  test('behavior: keeps a consistent state', () => {
    write(files.state, JSON.stringify(aState()))
    write(files.previous, older)
    expect(recoverState(files)).toBe('whole')
  })

  test.each([
    ['accounts are newer', { accounts: { '0xa': { nonce: 2 } } }],
    ['accounts are older', { accounts: { '0xa': { nonce: 0 } } }],
    ['blocks are newer', { best_block_number: 0 }],
    ['transactions are newer', { blocks: [{ header: { number: '0x0' } }], best_block_number: 0 }],
  ])('behavior: replaces a state whose %s than the rest with the copy', (_, changes) => {
    const torn = JSON.stringify(aState(changes))
    write(files.state, torn)
    write(files.previous, older)
    expect(recoverState(files)).toBe('previous')
    // Without a copy, it is better than none.
    write(files.state, torn)
    rmSync(files.previous)
    expect(recoverState(files)).toBe('whole')
  })

  test('behavior: replaces a missing file with the copy', () => {
    write(files.previous, older)
    expect(recoverState(files)).toBe('previous')
    expect(read(files.state)).toBe(older)
  })

  test.each([
    ['without a copy', null],
    ['with half a copy', halfNewer],
  ])('behavior: removes a partial file %s, so that the chain can start', (_, copy) => {
    write(files.state, halfNewer)
    if (copy !== null) write(files.previous, copy)
    expect(recoverState(files)).toBe('lost')
    expect(names()).not.toContain('chain-state.json')
  })

  test('behavior: reports a partial copy alone as lost', () => {
    write(files.previous, halfNewer)
    expect(recoverState(files)).toBe('lost')
  })

  test('behavior: reports none when there are no files', () => {
    expect(recoverState(files)).toBe('none')
    expect(names()).toEqual([])
  })
})

describe('keepPrevious', () => {
  test('default', () => {
    write(files.state, newer)
    keepPrevious(files)
    expect(read(files.previous)).toBe(newer)
    expect(names()).toEqual(['chain-state.json', 'chain-state.previous.json'])
  })

  test('behavior: replaces the copy with a newer state', () => {
    write(files.previous, older, 1_000)
    write(files.state, newer, 2_000)
    keepPrevious(files)
    expect(read(files.previous)).toBe(newer)
  })

  test('behavior: does not copy an unchanged state', () => {
    write(files.state, newer, 1_000)
    write(files.previous, older, 2_000)
    keepPrevious(files)
    expect(read(files.previous)).toBe(older)
  })

  test('behavior: never replaces the copy with a partial state', () => {
    write(files.previous, older, 1_000)
    write(files.state, halfNewer, 2_000)
    keepPrevious(files)
    expect(read(files.previous)).toBe(older)
    expect(names()).toEqual(['chain-state.json', 'chain-state.previous.json'])
  })

  test('behavior: does nothing without a state', () => {
    keepPrevious(files)
    expect(names()).toEqual([])
  })
})
