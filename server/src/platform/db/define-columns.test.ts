import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import {
  type BaseUnits,
  baseUnits,
  type Cents,
  cents,
  type Micros,
  micros,
  type Ppm,
  ppm,
} from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { defineColumns } from './define-columns.js'

type Sample = {
  id: string
  eventId: string | null
  isOpen: boolean | null
  attempt: number | null
  periodIndex: number | null
  stockQty: number | null
  createdAt: UnixMs | null
  totalCents: Cents | null
  paidMicros: Micros | null
  ratePpm: Ppm | null
  units: BaseUnits | null
  gas: bigint | null
  sealed: Buffer | null
  quotes: { price: number }[] | null
  hash: string | null
}

const samples = defineColumns<Sample>({
  id: 'text',
  eventId: 'uuid',
  isOpen: 'boolean',
  attempt: 'int',
  periodIndex: 'number',
  stockQty: 'decimal',
  createdAt: 'time',
  totalCents: 'cents',
  paidMicros: 'micros',
  ratePpm: 'ppm',
  units: 'units',
  gas: 'bigint',
  sealed: 'bytes',
  quotes: 'json',
  hash: { kind: 'text', name: 'tx_hash' },
})
const labels = samples.pick('id').with<{ tags: string[] }>({ tags: 'texts' })

const full: Sample = {
  id: 'full',
  eventId: '3f0b1f5e-58a8-4d3c-9a47-1d7f9f0e3c55',
  isOpen: false,
  attempt: 0,
  periodIndex: 9_007_199_254_740_991,
  stockQty: 0.125,
  createdAt: unixMs(1_700_000_000_000),
  totalCents: cents(0n),
  paidMicros: micros(10n ** 30n),
  ratePpm: ppm(-5_000n),
  units: baseUnits(2n ** 256n - 1n),
  gas: 21_000n,
  sealed: Buffer.from([0, 92, 255]),
  quotes: [{ price: 1.5 }],
  hash: `it's "quoted", {a,b} \\ null`,
}
const empty = {
  ...(Object.fromEntries(Object.keys(full).map((field) => [field, null])) as Record<
    keyof Sample,
    null
  >),
  id: 'null',
}

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  await ctx.db.query(
    `create table samples (
       id text primary key, event_id uuid, is_open boolean, attempt integer, period_index bigint,
       stock_qty numeric(13, 3), created_at bigint, total_cents bigint, paid_micros numeric(38, 0),
       rate_ppm bigint, units numeric(78, 0), gas bigint, sealed bytea, quotes jsonb, tx_hash text,
       tags text[]
     )`,
  )
})
afterAll(() => ctx.close())

const listSamples = () =>
  samples.list(ctx.db, `select ${samples.fields} from samples where tags is null order by id`)

describe('defineColumns', () => {
  test('default: a batch is read as it was written, with values or null in each column', async () => {
    const records = [full, empty]
    await ctx.db.query(
      `insert into samples (${samples.names}) select * from ${samples.unnest}`,
      samples.batchOf(records),
    )
    expect(await listSamples()).toEqual(records)
  })

  test('behavior: a record is read as it was written', async () => {
    const record = { id: 'labels', tags: ['a,b', '{}'] }
    const sql = `insert into samples (${labels.names}) values (${labels.placeholders})
      returning ${labels.fields}`
    expect(await labels.find(ctx.db, sql, labels.paramsOf(record))).toEqual(record)
  })

  test('behavior: a conflict updates the columns that are not omitted', async () => {
    const changed = { ...full, attempt: 7, gas: 1n }
    await ctx.db.query(
      `insert into samples (${samples.names}) select * from ${samples.unnest}
       on conflict (id) do update set ${samples.omit('id', 'gas').excluded}`,
      samples.batchOf([changed]),
    )
    const [sample] = await listSamples()
    expect(sample).toEqual({ ...changed, gas: full.gas })
  })

  test('behavior: find returns null without a row', async () => {
    const sql = `select ${samples.fields} from samples where id = 'other'`
    expect(await samples.find(ctx.db, sql)).toBeNull()
  })

  test('behavior: writes names in snake case and keeps the order of a pick', () => {
    const columns = defineColumns<Pick<Sample, 'id' | 'periodIndex'> & { available: number }>({
      id: 'text',
      periodIndex: 'number',
      available: { kind: 'decimal', sql: 's.stock_qty - 1' },
    })
    expect(columns.names).toBe('id, period_index')
    expect(columns.fieldsOf('s')).toBe(
      's.id, s.period_index as "periodIndex", s.stock_qty - 1 as "available"',
    )
    expect(columns.pick('periodIndex', 'id').unnest).toBe('unnest($1::bigint[], $2::text[])')
  })

  test('error: a batch with an array throws instead of writing its elements to separate rows', async () => {
    const records = [
      { id: 'first', tags: ['a', 'b'] },
      { id: 'second', tags: ['c', 'd'] },
    ]
    const insert = async () =>
      ctx.db.query(
        `insert into samples (${labels.names}) select * from ${labels.unnest}`,
        labels.batchOf(records),
      )
    await expect(insert()).rejects.toThrow('tags is an array, which a batch cannot contain')
    expect(labels.omit('tags').unnest).toBe('unnest($1::text[])')
  })

  test('error: a time that is not a whole number throws', async () => {
    const times = samples.pick('createdAt')
    const reading = times.find(ctx.db, `select 'noon' as "createdAt"`)
    await expect(reading).rejects.toThrow('is not a whole number of milliseconds')
  })

  test('error: the compiler rejects missing, unknown and mistyped fields', () => {
    // @ts-expect-error attempt is missing
    defineColumns<Pick<Sample, 'id' | 'attempt'>>({ id: 'text' })
    // @ts-expect-error there is no field attempt
    defineColumns<Pick<Sample, 'id'>>({ id: 'text', attempt: 'int' })
    // @ts-expect-error a time is not a text
    defineColumns<Pick<Sample, 'createdAt'>>({ createdAt: 'text' })
    // @ts-expect-error a number is no time
    defineColumns<Pick<Sample, 'attempt'>>({ attempt: 'time' })
    // @ts-expect-error cents are no micros
    defineColumns<Pick<Sample, 'totalCents'>>({ totalCents: { kind: 'micros', name: 'total' } })
    expect(samples.names).toContain('total_cents')
  })
})
