import { describe, expect, test } from 'vitest'
import { type ChangeSource, followChanges } from './follow-changes.js'

/** Creates a table of numbered rows and an index of the newest number of each. */
function aTable() {
  const rows = new Map<string, number>()
  let version = 0
  const loads = { all: 0, since: 0 }
  const source: ChangeSource<[string, number][]> = {
    findVersion: async () => version,
    async *readAll() {
      loads.all += 1
      for (const row of rows) yield [row]
    },
    async *readSince(knownVersions) {
      loads.since += 1
      for (const row of rows) if (row[1] > knownVersions) yield [row]
    },
  }
  return {
    source,
    loads,
    write(name: string) {
      version += 1
      rows.set(name, version)
    },
  }
}

function createIndex() {
  const knownVersions = new Map<string, number>()
  let applied = 0
  return {
    known: knownVersions,
    apply(rows: [string, number][]) {
      applied += 1
      for (const [name, number] of rows) knownVersions.set(name, number)
    },
    needsRebuild: () => applied > 5,
  }
}

describe('followChanges', () => {
  test('default', async () => {
    const table = aTable()
    table.write('a')
    const get = followChanges(table.source, createIndex)
    expect([...(await get()).known]).toEqual([['a', 1]])
    table.write('a')
    table.write('b')
    expect([...(await get()).known]).toEqual([
      ['a', 2],
      ['b', 3],
    ])
    expect(table.loads).toEqual({ all: 1, since: 1 })
  })

  test('behavior: concurrent calls share one build', async () => {
    const table = aTable()
    table.write('a')
    const get = followChanges(table.source, createIndex)
    const values = await Promise.all([get(), get(), get()])
    expect(new Set(values).size).toBe(1)
    expect(table.loads.all).toBe(1)
  })

  test('behavior: includes changes made during the build', async () => {
    const table = aTable()
    table.write('a')
    const { source } = table
    const get = followChanges(
      {
        ...source,
        async *readAll() {
          yield* source.readAll()
          table.write('late')
        },
      },
      createIndex,
    )
    expect((await get()).known.has('late')).toBe(true)
  })

  test('behavior: a call during a read sees every change made before the call', async () => {
    const table = aTable()
    table.write('a')
    const { source } = table
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    let reads = 0
    const get = followChanges(
      {
        ...source,
        async *readSince(knownVersions) {
          reads += 1
          const isFirst = reads === 1
          for await (const rows of source.readSince(knownVersions)) {
            if (isFirst) await blocked
            yield rows
          }
        },
      },
      createIndex,
    )
    await get()
    table.write('a')
    const slow = get()
    await new Promise((resolve) => setImmediate(resolve))
    table.write('a')
    const fast = get()
    await new Promise((resolve) => setImmediate(resolve))
    release()
    expect((await slow).known.get('a')).toBeGreaterThanOrEqual(2)
    expect((await fast).known.get('a')).toBe(3)
    expect(reads).toBe(2)
  })

  test('behavior: uses an outdated index until its replacement is ready', async () => {
    const table = aTable()
    const get = followChanges(table.source, createIndex)
    const first = await get()
    for (let round = 0; round < 6; round += 1) {
      table.write('a')
      const index = await get()
      expect(index).toBe(first)
      expect(index.known.get('a')).toBe(round + 1)
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(await get()).not.toBe(first)
    expect(table.loads.all).toBe(2)
  })

  test('error: retries a failed build', async () => {
    const table = aTable()
    table.write('a')
    let isBroken = true
    const get = followChanges(
      {
        ...table.source,
        findVersion: async () => {
          if (isBroken) throw new Error('away')
          return 1
        },
      },
      createIndex,
    )
    await expect(get()).rejects.toThrow('away')
    isBroken = false
    expect((await get()).known.has('a')).toBe(true)
  })
})
