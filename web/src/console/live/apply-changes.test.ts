import { QueryClient } from '@tanstack/preact-query'
import { describe, expect, test } from 'vitest'
import type { Api } from '../api/create-api.js'
import { applyChanges } from './apply-changes.js'

type Row = { receiptId: string; status: string; updatedAt: number }
const row = (receiptId: string, status = 'pending', updatedAt = 1): Row => ({
  receiptId,
  status,
  updatedAt,
})

function aTarget(current: Row) {
  const queries = new QueryClient()
  const calls: unknown[] = []
  const api = {
    call: async (_verb: string, path: string, input: unknown) => {
      calls.push([path, input])
      return current
    },
  } as unknown as Api
  const list = (name: string) => ['receipts', 'shop', 'list', name]
  queries.setQueryData(list('all'), { pages: [{ receipts: [row('a'), row('b')] }] })
  queries.setQueryData(list('paid'), { pages: [{ receipts: [row('b')] }] })
  queries.setQueryData(['receipts', 'shop', 'newest', 'all'], { receipts: [] })
  const shown = (name: string) =>
    queries
      .getQueryData<{ pages: { receipts: Row[] }[] }>(list(name))
      ?.pages.flatMap(({ receipts }) => receipts.map(({ status }) => status))
  const isOld = (key: readonly string[]) => queries.getQueryState(key)?.isInvalidated
  return { target: { queries, api, merchant: 'shop' }, calls, shown, list, isOld, queries }
}

const updated = (id: string | null) => ({ kind: 'receipt', id, change: 'updated' }) as const

describe('applyChanges', () => {
  test('default: replaces the receipt in every list, and reads no list again', async () => {
    const { target, calls, shown, list, isOld } = aTarget(row('b', 'paid', 2))
    await applyChanges(target, [updated('b')])
    expect(calls).toEqual([['/api/receipts/{id}', { path: { id: 'b' } }]])
    expect([shown('all'), shown('paid')]).toEqual([['pending', 'paid'], ['paid']])
    expect([isOld(list('all')), isOld(list('paid'))]).toEqual([false, false])
    expect(isOld(['receipts', 'shop', 'newest', 'all'])).toBe(true)
  })

  test('behavior: keeps a newer version that a list has', async () => {
    const { target, shown } = aTarget(row('b', 'paid', 0))
    await applyChanges(target, [updated('b')])
    expect(shown('all')).toEqual(['pending', 'pending'])
  })

  test('behavior: does not read receipts that no screen has', async () => {
    const { target, calls } = aTarget(row('z'))
    await applyChanges(target, [updated('z')])
    expect(calls).toEqual([])
  })

  test('behavior: shows the change in the open receipt', async () => {
    const { target, queries } = aTarget(row('z', 'paid', 2))
    queries.setQueryData(['receipts', 'shop', 'one', 'z'], row('z'))
    await applyChanges(target, [updated('z')])
    expect(queries.getQueryData(['receipts', 'shop', 'one', 'z'])).toMatchObject({ status: 'paid' })
  })

  test('behavior: after many changes, lists are read again', async () => {
    const { target, list, isOld } = aTarget(row('b'))
    await applyChanges(target, [updated(null)])
    expect(isOld(list('all'))).toBe(true)
  })
})
