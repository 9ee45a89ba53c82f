import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { DAY_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import type { tryLock } from '../data-dir/lock-file.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createSnapshot } from './snapshot.js'
import { openSnapshotFiles, type SnapshotFiles } from './snapshot-files.js'
import { createSnapshotWorker, type SnapshotSource } from './snapshot-worker.js'

let ctx: TestContext
let directory: string
let files: SnapshotFiles
beforeAll(async () => {
  ctx = await createTestContext()
  directory = await mkdtemp(join(tmpdir(), 'snapshot-worker-'))
})
afterAll(async () => {
  await ctx.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  await rm(directory, { recursive: true, force: true })
  const key = Buffer.alloc(32, 'a')
  files = openSnapshotFiles({ directory, key, maxAgeMs: DAY_MS, log: ctx.log })
})

/** Creates the worker of a new process. */
function aWorker(sources: SnapshotSource[], { db = ctx.db } = {}) {
  const { snapshotMaxAgeMs } = ctx.config
  const snapshot = createSnapshot({ now: ctx.now, maxAgeMs: snapshotMaxAgeMs })
  const worker = createSnapshotWorker({ ...ctx, db, snapshot }, { sources, files })
  return { snapshot, worker }
}

const readsOne: SnapshotSource = {
  merchant: ({ db }) => db.query('select 1 as one'),
}

describe('createSnapshotWorker', () => {
  test('default: restores the facts of an earlier process, up to their maximum age', async () => {
    const merchant = aWallet()
    const { snapshot, worker } = aWorker([readsOne])
    snapshot.use(merchant)
    await worker.refresh()

    const later = aWorker([readsOne])
    expect(await later.worker.restore()).toBe(true)
    expect(later.snapshot.get(merchant)?.facts.size).toBe(1)
    ctx.clock.advance(ctx.config.snapshotMaxAgeMs + 1)
    expect(await aWorker([readsOne]).worker.restore()).toBe(false)
  })

  test('behavior: recalls merchants that it has not read yet when an outage begins', async () => {
    const merchant = aWallet()
    const earlier = aWorker([readsOne])
    earlier.snapshot.use(merchant)
    await earlier.worker.refresh()

    const reads: string[] = []
    const source: SnapshotSource = {
      async merchant({ db }, merchant) {
        await db.query('select 1 as one')
        reads.push(merchant)
      },
    }
    let announce: Parameters<typeof ctx.db.onChange>[0] = () => {}
    const db: typeof ctx.db = {
      ...ctx.db,
      isAvailable: () => false,
      onChange(listener) {
        announce = listener
      },
    }
    const { worker } = aWorker([source], { db })
    await worker.restore()
    worker.start()
    announce(false)
    await expect.poll(() => reads).toEqual([merchant])

    await worker.refresh()
    expect(reads).toEqual([merchant, merchant])
    await worker.recall()
    expect(reads).toHaveLength(2)
    await worker.stop()
  })

  test('behavior: a merchant that cannot be read does not stop the others', async () => {
    const [slow, other] = [aWallet(), aWallet()]
    const readsMost: SnapshotSource = {
      merchant: async ({ db }, merchant) => {
        if (merchant === slow) throw new StoreUnavailable({ mayHaveCommitted: false })
        await db.query('select 1 as one')
      },
    }
    const { snapshot, worker } = aWorker([readsMost])
    for (const merchant of [other, slow]) snapshot.use(merchant)
    await expect(worker.refresh()).rejects.toThrow(StoreUnavailable)
    expect(snapshot.get(other)?.facts.size).toBe(1)
    expect(snapshot.get(slow)).toBeNull()
  })

  test('behavior: a caller that is removed during its confirmation stays removed', async () => {
    const callers: NonNullable<SnapshotSource['callers']> = {
      group: 'keys',
      async confirm() {
        snapshot.keep('keys', 'revoked', null)
        snapshot.keep('keys', 'changed', { is: 'newer' })
        snapshot.keep('keys', 'new', { is: 'new' })
        const names = ['kept', 'revoked', 'changed']
        return new Map(names.map((name) => [name, serialize({ is: 'confirmed' })]))
      },
    }
    const { snapshot, worker } = aWorker([{ callers }])
    for (const name of ['kept', 'revoked', 'changed', 'ended']) {
      snapshot.keep('keys', name, { is: 'before' })
    }
    await worker.refresh()
    expect(new Map(snapshot.list('keys'))).toEqual(
      new Map([
        ['kept', { is: 'confirmed' }],
        ['changed', { is: 'newer' }],
        ['new', { is: 'new' }],
      ]),
    )
  })

  describe('callers of several processes', () => {
    /** The processes that hold a lock by its path. */
    const holders = new Map<string, string>()
    const ended = new Set<string>()
    beforeEach(() => holders.clear())

    /**
     * Starts a process whose locks others respect until it ends. All have the same host and port.
     */
    function aProcess(
      name: string,
      merchant: string,
      storedMerchants: readonly string[] = [merchant],
    ) {
      const lock: typeof tryLock = (path) => {
        const holder = holders.get(path)
        if (holder !== undefined && holder !== name) {
          if (!ended.has(holder)) return { pid: 1, state: 'alive' }
          holders.delete(path)
          return { pid: 1, state: 'gone' }
        }
        holders.set(path, name)
        const release = () => {
          holders.delete(path)
        }
        return { isHeld: () => holders.get(path) === name, release }
      }
      const key = Buffer.alloc(32, 'a')
      files = openSnapshotFiles({ directory, key, maxAgeMs: DAY_MS, log: ctx.log, lock })
      const confirm = async () => new Map(storedMerchants.map((caller) => [caller, serialize({})]))
      const process = aWorker([{ callers: { group: 'keys', confirm } }])
      process.snapshot.keep('keys', merchant, {})
      return process
    }
    const listFiles = async () =>
      (await readdir(directory)).filter((file) => file.startsWith('keys'))
    const callersOf = ({ snapshot }: ReturnType<typeof aWorker>) =>
      snapshot
        .list('keys')
        .map(([caller]) => caller)
        .sort()

    test('default: each process has a file of its own', async () => {
      for (const name of ['one', 'two']) await aProcess(name, name).worker.refresh()
      expect(await listFiles()).toEqual(['keys-1.snapshot', 'keys-2.snapshot'])
      const third = aWorker([])
      await third.worker.restore()
      expect(callersOf(third)).toEqual(['one', 'two'])
    })

    test('behavior: takes over the callers of an ended process that the database confirms', async () => {
      await aProcess('three', 'three').worker.refresh()
      const remainingProcess = aProcess('four', 'kept', ['kept', 'revoked'])
      remainingProcess.snapshot.keep('keys', 'revoked', {})
      await remainingProcess.worker.refresh()
      ended.add('four')

      const later = aProcess('three', 'own', ['own', 'kept'])
      await later.worker.refresh()
      expect(callersOf(later)).toEqual(['kept', 'own'])
      expect(await listFiles()).toEqual(['keys-1.snapshot'])
      const next = aWorker([])
      await next.worker.restore()
      expect(callersOf(next)).toEqual(['kept', 'own'])
    })
  })

  test.each([
    [['revoked', 'second', 'third']],
    [['revoked', 'third', 'second']],
    [['second', 'third', 'revoked']],
  ])('behavior: the file of an ended process brings back no caller (%s)', async (order) => {
    const confirmedMinutes = new Map(Object.entries({ revoked: 0, third: 2, second: 3 }))
    for (const [place, caller] of order.entries()) {
      const confirmedAt = unixMs(ctx.now() + (confirmedMinutes.get(caller) ?? 0) * MINUTE_MS)
      const group = { name: 'callers', facts: new Map([[caller, serialize({})]]), confirmedAt }
      await files.write(group, `callers-${caller}`)
      await utimes(join(directory, `callers-${caller}.snapshot`), place, place)
    }
    const { snapshot, worker } = aWorker([])
    await worker.restore()
    const callers = snapshot.list('callers').map(([caller]) => caller)
    expect(callers.sort()).toEqual(['second', 'third'])
  })
})
