import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { deriveKey } from '../secrets/derived-key.js'
import { createJournal } from './journal.js'
import type { JournalKind } from './journal-kind.js'
import { countQuarantined } from './journal-store.js'
import { retryQuarantined } from './quarantine.js'
import { createReplayWorker, pruneJournal, replayJournal } from './replay-journal.js'

const dataDir = mkdtempSync(join(tmpdir(), 'replay-'))
const directory = join(dataDir, 'journal')
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext({ environment: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await ctx.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const merchant = `0x${'11'.repeat(20)}` as Address
/** The values that were replayed by a committed transaction. */
let replayed: string[] = []
beforeEach(async () => {
  replayed = []
  await ctx.db.query('delete from journal_quarantine')
})

const textKind: JournalKind<string> = {
  name: 'word',
  merchantOf: () => merchant,
  keysOf: (text) => [text],
  async replay({ db }, entries) {
    const texts = entries.map(({ value }) => value)
    if (texts.includes('poison')) throw new Error('violates a constraint')
    db.afterCommit(() => replayed.push(...texts.filter((text) => text !== 'other')))
    return texts.map((text) => (text === 'other' ? 'it conflicts' : null))
  },
}
const replay = () => replayJournal(ctx, [textKind])

async function listReasons(): Promise<string[]> {
  const { rows } = await ctx.db.query<{ reason: string }>(
    'select reason from journal_quarantine order by id',
  )
  return rows.map(({ reason }) => reason)
}

/** Writes words as a process that dies, and returns the path of its segment. */
async function dyingProcess(
  id: string,
  texts: readonly string[],
  masterKey = ctx.config.masterKey,
): Promise<string> {
  const { now, alerts } = ctx
  const key = deriveKey(masterKey, 'journal')
  const journal = createJournal({ directory, key, newId: () => id, now, alerts })
  for (const text of texts) await journal.append(textKind, text)
  await journal.close()
  const name = readdirSync(directory).find((home) => home.startsWith(`${id}.`)) ?? ''
  return join(directory, name, '000001')
}

describe('replayJournal', () => {
  test('default: replays segments in order and removes them', async () => {
    await ctx.journal.append(textKind, 'a')
    expect((await ctx.journal.next())?.records).toHaveLength(1)
    await ctx.journal.append(textKind, 'b')
    expect(ctx.journal.state().segments).toBe(2)
    expect(await replay()).toEqual({ records: 2, quarantined: 0 })
    expect(replayed).toEqual(['a', 'b'])
    expect(ctx.journal.state()).toMatchObject({ records: 0, segments: 0 })
    expect(ctx.alerts.list()).toEqual([])
  })

  test('behavior: replays a segment once, even after a crash before its removal', async () => {
    const path = await dyingProcess('crashed', ['a', 'b'])
    const bytes = readFileSync(path)
    await ctx.journal.adopt()
    expect(await replay()).toEqual({ records: 2, quarantined: 0 })
    const again = await dyingProcess('crashed', ['x'])
    writeFileSync(again, bytes)
    await ctx.journal.adopt()
    expect(ctx.journal.find(textKind, 'b')).toBe('b')
    expect(await replay()).toEqual({ records: 0, quarantined: 0 })
    expect(replayed).toEqual(['a', 'b'])
    expect(existsSync(dirname(again))).toBe(false)
  })

  test('behavior: quarantines conflicts and damage, and replays the rest', async () => {
    const path = await dyingProcess('damaged', ['a', 'b', 'c', 'other'])
    const bytes = readFileSync(path)
    const second = bytes.indexOf(bytes.subarray(0, 4), 4)
    bytes.writeUInt8(bytes.readUInt8(second + 40) ^ 1, second + 40)
    writeFileSync(path, bytes)
    await ctx.journal.adopt()
    expect(await replay()).toEqual({ records: 2, quarantined: 2 })
    expect(replayed).toEqual(['a', 'c'])
    expect(await listReasons()).toEqual(['it conflicts', 'corrupt'])
    expect(ctx.alerts.list()).toMatchObject([{ name: 'journal_quarantined' }])
  })

  test('behavior: quarantines every conflict of a segment', async () => {
    for (const text of ['other', 'a', 'other']) await ctx.journal.append(textKind, text)
    expect(await replay()).toEqual({ records: 1, quarantined: 2 })
    expect(await listReasons()).toEqual(['it conflicts', 'it conflicts'])
  })

  test('behavior: records under another key are neither damaged nor deleted', async () => {
    const path = await dyingProcess('other', ['a'], 'f'.repeat(64))
    const bytes = readFileSync(path)
    await ctx.journal.adopt()
    expect(await replay()).toEqual({ records: 0, quarantined: 0 })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    const alert = ctx.alerts.list().find(({ name }) => name === 'journal_failing')
    expect(path).toContain(`/${alert?.key}/`)
    rmSync(dirname(path), { recursive: true })
    await ctx.journal.adopt()
    expect(ctx.alerts.list().some(({ name }) => name === 'journal_failing')).toBe(false)
  })

  test('error: a quarantined record of another key stays, and is replayed under its own', async () => {
    await ctx.journal.append(textKind, 'other')
    await replay()
    const { rows } = await ctx.db.query<{ id: string }>('select id from journal_quarantine')
    const lenient: JournalKind<string> = {
      ...textKind,
      replay: async (_, entries) => entries.map(() => null),
    }
    const input = { id: rows[0]?.id ?? '', kinds: [lenient], onRetry: async () => {} }
    const config = { ...ctx.config, masterKey: 'f'.repeat(64) }
    await expect(retryQuarantined({ ...ctx, config }, input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another MASTER_KEY'),
    })
    expect(await listReasons()).toEqual(['it conflicts'])
    await retryQuarantined(ctx, input)
    expect(await listReasons()).toEqual([])
  })

  test('behavior: a record that fails does not affect the others', async () => {
    for (const text of ['a', 'poison', 'b']) await ctx.journal.append(textKind, text)
    expect(await replay()).toEqual({ records: 2, quarantined: 1 })
    expect(replayed).toEqual(['a', 'b'])
    expect(await listReasons()).toEqual(['failed: violates a constraint'])
  })

  test('behavior: replays a segment record by record once, even after a crash before its removal', async () => {
    const path = await dyingProcess('alone', ['a', 'poison', 'b'])
    const bytes = readFileSync(path)
    await ctx.journal.adopt()
    expect(await replay()).toEqual({ records: 2, quarantined: 1 })
    writeFileSync(await dyingProcess('alone', ['x']), bytes)
    await ctx.journal.adopt()
    expect(await replay()).toEqual({ records: 0, quarantined: 0 })
    expect(replayed).toEqual(['a', 'b'])
    expect(await listReasons()).toEqual(['failed: violates a constraint'])
  })

  test('behavior: replays the records of a segment alone that the database cannot take at once', async () => {
    const slow: JournalKind<string> = {
      ...textKind,
      async replay(ctx, entries) {
        if (entries.length > 1) throw new StoreUnavailable({ mayHaveCommitted: false })
        return textKind.replay(ctx, entries)
      },
    }
    for (const text of ['a', 'b']) await ctx.journal.append(textKind, text)
    expect(await replayJournal(ctx, [slow])).toEqual({ records: 2, quarantined: 0 })
    expect(replayed).toEqual(['a', 'b'])
  })

  test('behavior: quarantines records of an unknown kind', async () => {
    await ctx.journal.append({ ...textKind, name: 'number' }, 'one')
    expect(await replay()).toEqual({ records: 0, quarantined: 1 })
    expect(await listReasons()).toEqual(['unknown kind'])
  })
})

describe('createReplayWorker', () => {
  test('error: alerts while the database refuses the records', async () => {
    const refused: JournalKind<string> = {
      ...textKind,
      replay: () => Promise.reject(new StoreUnavailable({ mayHaveCommitted: false })),
    }
    await ctx.journal.append(textKind, 'a')
    const worker = createReplayWorker(ctx, [refused])
    worker.start()
    const names = () => ctx.alerts.list().map(({ name, key }) => `${name} ${key}`)
    await expect.poll(names).toContain('worker_failing journal')
    await worker.stop()
    const repeatedReplayWorker = createReplayWorker(ctx, [textKind])
    repeatedReplayWorker.start()
    await expect.poll(names).not.toContain('worker_failing journal')
    await repeatedReplayWorker.stop()
    expect(replayed).toEqual(['a'])
  })

  test('default', async () => {
    await dyingProcess('dead', ['a'])
    await ctx.journal.append(textKind, 'b')
    const worker = createReplayWorker(ctx, [textKind])
    worker.start()
    await expect.poll(() => [...replayed].sort()).toEqual(['a', 'b'])
    await expect.poll(() => ctx.journal.state().segments).toBe(0)
    await worker.stop()
    await ctx.health.sample()
    expect(ctx.health.latest()['journal']).toMatchObject({
      ok: true,
      records: 0,
      oldestMs: 0,
      quarantined: 0,
      replayedPerSecond: expect.any(Number),
    })
  })
})

describe('pruneJournal', () => {
  test('default', async () => {
    await ctx.journal.append(textKind, 'other')
    await replay()
    const run = () => pruneJournal.run(ctx, new AbortController().signal)
    expect(await run()).toEqual({ segments: 0, quarantined: 0 })
    ctx.clock.advance(31 * DAY_MS)
    expect(await run()).toMatchObject({ quarantined: 0 })
    expect(await countQuarantined(ctx.db)).toBe(1)
    ctx.clock.advance(365 * DAY_MS)
    expect(await run()).toEqual({ segments: 0, quarantined: 1 })
  })
})
