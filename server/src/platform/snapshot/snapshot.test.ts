import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createRecordingLog } from '../../../test/harness.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { createSnapshot, type FactGroup } from './snapshot.js'
import { openSnapshotFiles } from './snapshot-files.js'

function aSnapshot(options: { maxBytes?: number } = {}) {
  let time = 1_000
  const snapshot = createSnapshot({ now: () => unixMs(time), maxAgeMs: 500, ...options })
  return { snapshot, advance: (ms: number) => (time += ms) }
}

function aGroup(name: string, bytes = 10): FactGroup {
  return {
    name,
    facts: new Map([['fact', serialize('x'.repeat(bytes))]]),
    confirmedAt: unixMs(1_000),
  }
}

describe('createSnapshot', () => {
  test('default: returns facts up to their maximum age', () => {
    const { snapshot, advance } = aSnapshot()
    snapshot.keep('keys', 'a', { scopes: ['x'], at: 1n })
    expect(snapshot.find('keys', 'a')).toEqual({ scopes: ['x'], at: 1n })
    expect(snapshot.find('keys', 'b')).toBeNull()
    advance(500)
    expect(snapshot.list('keys')).toEqual([['a', { scopes: ['x'], at: 1n }]])
    advance(1)
    expect(snapshot.find('keys', 'a')).toBeNull()
    expect(snapshot.list('keys')).toEqual([])
  })

  test('behavior: forgets the merchants that were used longest ago', () => {
    const { snapshot } = aSnapshot({ maxBytes: 3_000 })
    const [first, second, third] = [aWallet(), aWallet(), aWallet()]
    for (const merchant of [first, second, third]) {
      snapshot.use(merchant)
      snapshot.replace(aGroup(merchant, 1_000))
    }
    expect([first, second, third].map((merchant) => snapshot.get(merchant) !== null)).toEqual([
      false,
      true,
      true,
    ])
    snapshot.use(second)
    expect(snapshot.listUsed().map(({ merchant }) => merchant)).toEqual([second, third])
  })

  test('behavior: computes a derived value once, and again after the group has changed', async () => {
    const { snapshot } = aSnapshot()
    const merchant = aWallet()
    let computed = 0
    const derive = () =>
      snapshot.derive(merchant, 'sum', async () => {
        computed += 1
        return { computed }
      })
    snapshot.replace(aGroup(merchant))
    expect([await derive(), await derive()]).toEqual([{ computed: 1 }, { computed: 1 }])
    snapshot.replace(aGroup(merchant))
    expect(await derive()).toEqual({ computed: 2 })
  })

  test('behavior: null removes a fact', () => {
    const { snapshot } = aSnapshot()
    snapshot.keep('keys', 'a', {})
    snapshot.keep('keys', 'a', null)
    expect(snapshot.list('keys')).toEqual([])
  })
})

describe('openSnapshotFiles', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'snapshot-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  test('default: encrypts, and reads again with the same key only', async () => {
    const { log, lines } = createRecordingLog()
    const open = (letter: string) =>
      openSnapshotFiles({ directory, key: Buffer.alloc(32, letter), maxAgeMs: DAY_MS, log })
    const group = { ...aGroup('keys'), facts: new Map([['a', serialize('secret words')]]) }
    await open('a').write(group)
    await open('a').write(aGroup('platform'))
    const [file = ''] = await readdir(directory)
    expect((await readFile(join(directory, file))).includes('secret words')).toBe(false)

    const groups = await open('a').read(1_000_000)
    expect(groups.map(({ name }) => name).sort()).toEqual(['keys', 'platform'])
    expect(groups.find(({ name }) => name === 'keys')?.facts.get('a')).toEqual(
      serialize('secret words'),
    )
    expect(await open('b').read(1_000_000)).toEqual([])
    expect(lines).toHaveLength(2)
  })

  test('behavior: removes the drafts of killed processes', async () => {
    const { log } = createRecordingLog()
    const files = openSnapshotFiles({
      directory,
      key: Buffer.alloc(32, 'a'),
      maxAgeMs: DAY_MS,
      log,
    })
    const draft = (writer: string) => join(directory, `keys.snapshot.${writer}`)
    const killed = [draft('1'), draft('host-1')]
    await Promise.all([...killed, draft('host-2')].map((path) => writeFile(path, '')))
    await Promise.all(killed.map((path) => utimes(path, 1, 1)))
    await files.read(1_000_000)
    const drafts = (await readdir(directory)).filter((name) => !name.endsWith('.snapshot'))
    expect(drafts).toEqual(['keys.snapshot.host-2'])
    await rm(draft('host-2'))
  })

  test('behavior: removes the files of ended processes when their facts are too old', async () => {
    const { log } = createRecordingLog()
    const key = Buffer.alloc(32, 'a')
    const files = openSnapshotFiles({ directory, key, maxAgeMs: DAY_MS, log })
    await files.write(aGroup('keys'), 'keys-ended')
    await writeFile(join(directory, 'notes.txt'), '')
    const hourAgo = Date.now() / 1_000 - 3_600
    await utimes(join(directory, 'keys-ended.snapshot'), hourAgo, hourAgo)
    expect(await files.read(1_000_000)).toHaveLength(3)
    for (const file of ['keys-ended.snapshot', 'notes.txt']) {
      await utimes(join(directory, file), 1, 1)
    }
    expect(await files.read(1_000_000)).toHaveLength(2)
    expect(await readdir(directory)).toEqual(['keys.snapshot', 'notes.txt', 'platform.snapshot'])
  })

  test('error: reports a damaged file and reads the others', async () => {
    const { log, lines } = createRecordingLog()
    const files = openSnapshotFiles({
      directory,
      key: Buffer.alloc(32, 'a'),
      maxAgeMs: DAY_MS,
      log,
    })
    const path = join(directory, 'keys.snapshot')
    const bytes = await readFile(path)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect((await files.read(1_000_000)).map(({ name }) => name)).toEqual(['platform'])
    expect(lines).toMatchObject([{ msg: 'snapshot file cannot be used', file: 'keys.snapshot' }])
  })
})
